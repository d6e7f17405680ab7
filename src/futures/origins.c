#include "origins.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ALIKE = 16 };
enum { LARGE = 4096 }; /* bytes of an access: of a larger one the first are looked at */

/* Eight bytes of memory, and the last event that wrote each. */
struct granule {
	uint64_t number; /* address / 8 + 1; 0: free */
	uint32_t writers[8];
	uint32_t first; /* accesses: index into a list, from 1 */
};

struct table {
	struct granule *items;
	size_t size; /* a power of two */
};

bool td_event_reads(const struct td_event *event)
{
	return event->kind == TD_READ || event->kind == TD_RMW;
}

/* A compare-and-swap that failed only looks. */
bool td_event_writes(const struct td_event *event)
{
	return event->kind == TD_WRITE || (event->kind == TD_RMW && !(event->flags & TD_F_FAILED));
}

static bool is_access(const struct td_event *event)
{
	return td_event_reads(event) || td_event_writes(event);
}

static uint64_t end_of(const struct td_event *event)
{
	return event->object + (event->size < LARGE ? event->size : LARGE);
}

static struct table make_table(const struct td_trace *trace)
{
	size_t granules = 0;
	struct table table = {.size = 64};

	for (uint32_t i = 0; i < trace->event_count; i++)
		if (is_access(&trace->events[i].raw))
			granules += (end_of(&trace->events[i].raw) - trace->events[i].raw.object) / 8 + 2;
	while (table.size < 2 * granules)
		table.size *= 2;
	table.items = td_alloc(table.size * sizeof *table.items);
	return table;
}

static struct granule *granule_of(struct table *table, uint64_t address)
{
	uint64_t number = address / 8 + 1;
	size_t i = number * 0x9e3779b97f4a7c15ull >> 20 & (table->size - 1);

	while (table->items[i].number && table->items[i].number != number)
		i = (i + 1) & (table->size - 1);
	if (!table->items[i].number) {
		table->items[i].number = number;
		memset(table->items[i].writers, 0xff, sizeof table->items[i].writers);
	}
	return &table->items[i];
}

/* Events count from 0, and none has written yet where a writer is all ones. */
static uint32_t last_writer(struct table *table, const struct td_event *event)
{
	uint32_t last = TD_FROM_BEGINNING;

	for (uint64_t at = event->object; at < end_of(event); at++) {
		uint32_t writer = granule_of(table, at)->writers[at % 8];

		if (writer != UINT32_MAX && (last == TD_FROM_BEGINNING || writer > last))
			last = writer;
	}
	return last;
}

static void write_all(struct table *table, const struct td_event *event, uint32_t i)
{
	for (uint64_t at = event->object; at < end_of(event); at++)
		granule_of(table, at)->writers[at % 8] = i;
}

/* How often each thread has come to each site. */
static void count_occurrences(struct td_origins *self)
{
	uint32_t count = self->trace->event_count;
	size_t size = 64;
	struct {
		uint64_t pc;
		uint32_t thread, number;
	} * slots;

	while (size < 2 * (size_t)count)
		size *= 2;
	slots = td_alloc(size * sizeof *slots);
	for (uint32_t i = 0; i < count; i++) {
		const struct td_event *event = &self->trace->events[i].raw;
		size_t at = (event->pc * 31 + event->thread) * 0x9e3779b97f4a7c15ull >> 20 & (size - 1);

		while (slots[at].number && (slots[at].pc != event->pc || slots[at].thread != event->thread))
			at = (at + 1) & (size - 1);
		slots[at].pc = event->pc;
		slots[at].thread = event->thread;
		self->numbers[i] = ++slots[at].number;
	}
	free(slots);
}

struct td_origins td_origins_find(const struct td_trace *trace)
{
	struct td_origins self = {trace, td_alloc(((size_t)trace->event_count + 1) * sizeof *self.of),
				  td_alloc(((size_t)trace->event_count + 1) * sizeof *self.numbers)};
	struct table table = make_table(trace);

	for (uint32_t i = 0; i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;

		self.of[i] = td_event_reads(event) ? last_writer(&table, event) : TD_FROM_NOWHERE;
		if (td_event_writes(event))
			write_all(&table, event, i);
	}
	count_occurrences(&self);
	free(table.items);
	return self;
}

void td_origins_free(struct td_origins *self)
{
	free(self->of);
	free(self->numbers);
}

/* A chain of the accesses to each granule. */
struct link {
	uint32_t event, next;
};

static bool overlap(const struct td_event *a, const struct td_event *b)
{
	return a->object < end_of(b) && b->object < end_of(a);
}

static void meet(const struct td_trace *trace, uint32_t i, uint32_t k, td_pair_seen *seen, void *context)
{
	const struct td_event *a = &trace->events[i].raw, *b = &trace->events[k].raw;

	if (!overlap(a, b))
		return;
	if (td_event_reads(a) && td_event_writes(b))
		seen(context, i, k);
	if (td_event_reads(b) && td_event_writes(a))
		seen(context, k, i);
}

/* Pairs of one granule.  Of a thread's accesses at a site a few are enough. */
static bool meet_all(const struct td_trace *trace, const struct link *links, uint32_t first, uint32_t i,
		     td_pair_seen *seen, void *context)
{
	const struct td_event *event = &trace->events[i].raw;
	uint32_t known = 0;

	for (uint32_t k = first; k; k = links[k].next) {
		const struct td_event *other = &trace->events[links[k].event].raw;

		meet(trace, i, links[k].event, seen, context);
		known += other->pc == event->pc && other->thread == event->thread && other->object == event->object;
	}
	return known >= MOST_ALIKE;
}

void td_origins_pairs(const struct td_trace *trace, td_pair_seen *seen, void *context)
{
	struct table table = make_table(trace);
	struct {
		struct link *items;
		size_t count, room;
	} links = {0};

	TD_PUSH(&links, (struct link){0});
	for (uint32_t i = 0; i < trace->event_count; i++) {
		const struct td_event *event = &trace->events[i].raw;

		for (uint64_t at = event->object & ~7ull; is_access(event) && at < end_of(event); at += 8) {
			struct granule *granule = granule_of(&table, at);

			if (meet_all(trace, links.items, granule->first, i, seen, context))
				continue;
			TD_PUSH(&links, ((struct link){.event = i, .next = granule->first}));
			granule->first = (uint32_t)links.count - 1;
		}
	}
	free(links.items);
	free(table.items);
}
