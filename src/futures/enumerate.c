#include "enumerate.h"

#include <stdlib.h>
#include <string.h>

struct enumerate {
	struct td_combinations *all;
	const struct td_futures *futures;
	size_t most;
	bool is_full;
	uint64_t *prints; /* a table of those that are known; 0: free */
	size_t print_count, print_room;
};

static void clear(struct td_combinations *self)
{
	for (size_t i = 0; i < self->count; i++) {
		td_schedule_free(self->items[i].schedule);
		free(self->items[i].reads);
		free(self->items[i].writes);
	}
	self->count = 0;
}

void td_combinations_clear(struct td_combinations *self)
{
	clear(self);
	free(self->items);
}

static bool is_open(const struct td_futures *futures, uint64_t pc)
{
	for (size_t i = 0; i < futures->count; i++)
		if (futures->items[i].pc == pc)
			return td_use_is_open(&futures->items[i]);
	return false;
}

static struct td_instance instance_of(const struct td_origins *origins, uint32_t event)
{
	const struct td_event *raw = &origins->trace->events[event].raw;

	return (struct td_instance){.pc = raw->pc, .thread = raw->thread, .number = origins->numbers[event]};
}

/* The same whatever the order of reads of several threads. */
static uint64_t print_of(const struct td_instance *read, const struct td_instance *write)
{
	uint64_t numbers[] = {read->pc, read->thread, read->number, write->pc, write->thread, write->number};

	return td_hash_bytes(numbers, sizeof numbers, 1);
}

static struct td_combination combination_of(const struct enumerate *self, const struct td_origins *origins)
{
	const struct td_trace *trace = origins->trace;
	struct td_combination new = {.reads = td_alloc(((size_t)trace->event_count + 1) * sizeof *new.reads),
				     .writes = td_alloc(((size_t)trace->event_count + 1) * sizeof *new.writes)};

	for (uint32_t i = 0; i < trace->event_count; i++) {
		uint32_t from = origins->of[i];

		if (from == TD_FROM_NOWHERE || !is_open(self->futures, trace->events[i].raw.pc))
			continue;
		new.reads[new.count] = instance_of(origins, i);
		if (from != TD_FROM_BEGINNING)
			new.writes[new.count] = instance_of(origins, from);
		new.print += print_of(&new.reads[new.count], &new.writes[new.count]);
		new.count++;
	}
	return new;
}

static bool add_print(struct enumerate *self, uint64_t print)
{
	size_t i;

	if (2 * self->print_count >= self->print_room) {
		uint64_t *old = self->prints;
		size_t room = self->print_room;

		self->print_room = room ? 2 * room : 1024;
		self->prints = td_alloc(self->print_room * sizeof *self->prints);
		self->print_count = 0;
		for (size_t k = 0; k < room; k++)
			if (old[k])
				add_print(self, old[k]);
		free(old);
	}
	print += !print;
	for (i = print % self->print_room; self->prints[i]; i = (i + 1) % self->print_room)
		if (self->prints[i] == print)
			return false;
	self->prints[i] = print;
	self->print_count++;
	return true;
}

static bool look_at(void *context, const struct td_channel *channel)
{
	struct enumerate *self = context;
	struct td_trace *trace = td_trace_plain(channel);
	struct td_origins origins = td_origins_find(trace);
	struct td_combination new = combination_of(self, &origins);
	bool is_new = (channel->ended.end == TD_END_PASSED || td_end_is_finding(channel->ended.end)) &&
		      add_print(self, new.print);

	self->is_full |= is_new && self->all->count == self->most;
	if (is_new && !self->is_full) {
		new.schedule = td_schedule_copy(channel);
		TD_PUSH(self->all, new);
	} else {
		free(new.reads);
		free(new.writes);
	}
	td_origins_free(&origins);
	td_trace_free(trace);
	return !self->is_full;
}

static void begin_anew(void *context)
{
	struct enumerate *self = context;

	clear(self->all);
	memset(self->prints, 0, self->print_room * sizeof *self->prints);
	self->print_count = 0;
	self->is_full = false;
}

struct td_combinations td_futures_enumerate(struct td_guide *guide, const struct td_futures *futures, size_t most,
					    double seconds)
{
	struct td_combinations all = {0};
	struct enumerate self = {.all = &all, .futures = futures, .most = most, .print_room = 1024};

	self.prints = td_alloc(self.print_room * sizeof *self.prints);
	all.ways = td_futures_go_through(guide, seconds, begin_anew, look_at, &self);
	all.ways.is_complete &= !self.is_full;
	free(self.prints);
	return all;
}
