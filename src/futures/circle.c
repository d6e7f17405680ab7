#include "circle.h"

#include "check/steps.h"
#include "wire/ops.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 2000, MOST_ROUNDS = 64 };

enum because { BY_THREAD, BY_ORDER, BY_BARRIER, BY_PICK, BY_OTHER_WRITE, BY_LOCK };

/* `first` has to come before `second`. */
struct edge {
	uint32_t first, second;
	enum because because;
	uint32_t other; /* BY_OTHER_WRITE: the read that would have another value */
};

struct section {
	uint32_t lock, unlock; /* events */
	uint64_t object;
};

struct derive {
	const struct td_trace *trace;
	const struct td_picks *picks;
	const struct td_origins *origins;
	uint32_t count;  /* events */
	size_t words;    /* of a row */
	uint64_t *after; /* rows of bits: what comes after each event */
	struct {
		struct edge *items;
		size_t count, room;
	} edges;
	struct {
		struct section *items;
		size_t count, room;
	} sections;
	bool has_circle;
};

static uint64_t *row(const struct derive *self, uint32_t event)
{
	return self->after + event * self->words;
}

static bool is_before(const struct derive *self, uint32_t first, uint32_t second)
{
	return row(self, first)[second / 64] >> second % 64 & 1;
}

/* All that comes before the first comes before all that comes after the second.  False: that was known. */
static bool add(struct derive *self, uint32_t first, uint32_t second, enum because because, uint32_t other)
{
	if (is_before(self, first, second))
		return false;
	TD_PUSH(&self->edges, ((struct edge){first, second, because, other}));
	self->has_circle |= first == second || is_before(self, second, first);
	for (uint32_t i = 0; i < self->count; i++) {
		if (i != first && !is_before(self, i, first))
			continue;
		for (size_t k = 0; k < self->words; k++)
			row(self, i)[k] |= row(self, second)[k];
		row(self, i)[second / 64] |= 1ull << second % 64;
	}
	return true;
}

static void add_threads(struct derive *self)
{
	uint32_t *last = td_alloc(self->trace->thread_count * sizeof *last);

	memset(last, 0xff, self->trace->thread_count * sizeof *last);
	for (uint32_t i = 0; i < self->count; i++) {
		uint32_t thread = self->trace->events[i].raw.thread;

		if (last[thread] != UINT32_MAX)
			add(self, last[thread], i, BY_THREAD, 0);
		last[thread] = i;
	}
	free(last);
}

/* Creation, joining, signals. */
static void add_orders(struct derive *self)
{
	struct td_steps *steps = td_steps_make(self->trace, UINT32_MAX, false);

	for (uint32_t i = 0; i < steps->happened; i++)
		for (uint32_t k = 0; k < steps->items[i].order_count; k++) {
			const struct td_trace_step *before = &steps->items[steps->order[steps->items[i].order + k]];

			if (before->event < self->count && steps->items[i].event < self->count)
				add(self, before->event + before->event_count - 1, steps->items[i].event, BY_ORDER, 0);
		}
	td_steps_free(steps);
}

/* The next event of the same thread; UINT32_MAX: none. */
static uint32_t next_of_thread(const struct derive *self, uint32_t event)
{
	for (uint32_t i = event + 1; i < self->count; i++)
		if (self->trace->events[i].raw.thread == self->trace->events[event].raw.thread)
			return i;
	return UINT32_MAX;
}

/* The last thread to arrive goes on at once: it has no event of leaving. */
static bool ends_round(const struct derive *self, uint32_t arrival)
{
	uint32_t next = next_of_thread(self, arrival);

	return next == UINT32_MAX || self->trace->events[next].raw.kind != TD_BARRIER_LEAVE;
}

/* What a thread does behind the barrier comes after all arrivals of the round, which ends with this one. */
static void add_round(struct derive *self, const uint32_t *arrivals, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t next = next_of_thread(self, arrivals[i]);

		for (uint32_t k = 0; k < count && next != UINT32_MAX; k++)
			add(self, arrivals[k], next, BY_BARRIER, 0);
	}
}

static void add_rounds_of(struct derive *self, uint64_t barrier, uint32_t from, uint32_t *arrivals)
{
	uint32_t count = 0;

	for (uint32_t i = from; i < self->count; i++) {
		const struct td_event *event = &self->trace->events[i].raw;

		if (event->object != barrier || event->kind != TD_BARRIER_ARRIVE)
			continue;
		arrivals[count++] = i;
		if (ends_round(self, i)) {
			add_round(self, arrivals, count);
			count = 0;
		}
	}
}

static bool is_first_at(const struct derive *self, uint32_t arrival)
{
	for (uint32_t i = 0; i < arrival; i++)
		if (self->trace->events[i].raw.kind == TD_BARRIER_ARRIVE &&
		    self->trace->events[i].raw.object == self->trace->events[arrival].raw.object)
			return false;
	return true;
}

static void add_barriers(struct derive *self)
{
	uint32_t *arrivals = td_alloc((self->count + 1) * sizeof *arrivals);

	for (uint32_t i = 0; i < self->count; i++)
		if (self->trace->events[i].raw.kind == TD_BARRIER_ARRIVE && is_first_at(self, i))
			add_rounds_of(self, self->trace->events[i].raw.object, i, arrivals);
	free(arrivals);
}

static void find_sections(struct derive *self)
{
	for (uint32_t i = 0; i < self->count; i++) {
		const struct td_event *lock = &self->trace->events[i].raw;

		if (!td_op_is(lock->kind, TD_OP_LOCKS) || lock->flags & (TD_F_FAILED | TD_F_TIMEOUT) ||
		    lock->kind == TD_RDLOCK || lock->kind == TD_FILE_RDLOCK)
			continue;
		for (uint32_t k = i + 1; k < self->count; k++) {
			const struct td_event *unlock = &self->trace->events[k].raw;

			if (unlock->thread != lock->thread || unlock->object != lock->object ||
			    !td_op_is(unlock->kind, TD_OP_UNLOCKS))
				continue;
			TD_PUSH(&self->sections, ((struct section){i, k, lock->object}));
			break;
		}
	}
}

static bool derive_from_locks(struct derive *self)
{
	bool is_new = false;

	for (size_t i = 0; i < self->sections.count && !self->has_circle; i++)
		for (size_t k = 0; k < self->sections.count && !self->has_circle; k++) {
			const struct section *a = &self->sections.items[i], *b = &self->sections.items[k];

			if (i != k && a->object == b->object && is_before(self, a->lock, b->unlock))
				is_new |= add(self, a->unlock, b->lock, BY_LOCK, 0);
		}
	return is_new;
}

static bool is_of_same_memory(const struct td_event *a, const struct td_event *b)
{
	return a->object <= b->object && b->object + b->size <= a->object + a->size;
}

/* WRITE: UINT32_MAX for the beginning.  Another write covers what is read. */
static bool derive_from_read(struct derive *self, uint32_t read, uint32_t write)
{
	const struct td_event *event = &self->trace->events[read].raw;
	bool is_new = false;

	for (uint32_t i = 0; i < self->count && !self->has_circle; i++) {
		const struct td_event *other = &self->trace->events[i].raw;

		if (i == read || i == write || !td_event_writes(other) || !is_of_same_memory(other, event))
			continue;
		if (write == UINT32_MAX)
			is_new |= add(self, read, i, BY_OTHER_WRITE, read);
		else if (is_before(self, write, i))
			is_new |= add(self, read, i, BY_OTHER_WRITE, read);
		else if (is_before(self, i, read))
			is_new |= add(self, i, write, BY_OTHER_WRITE, read);
	}
	return is_new;
}

/* The only one there is; UINT32_MAX: none, or several, of which any could be meant. */
static uint32_t event_of(const struct derive *self, const struct td_pick *pick,
			 bool (*has)(const struct td_pick *, const struct td_trace *, const struct td_origins *,
				     uint32_t))
{
	uint32_t found = UINT32_MAX;

	for (uint32_t i = 0; i < self->count; i++) {
		if (!has(pick, self->trace, self->origins, i))
			continue;
		if (found != UINT32_MAX)
			return UINT32_MAX;
		found = i;
	}
	return found;
}

static bool derive_once(struct derive *self)
{
	bool is_new = derive_from_locks(self);

	for (size_t i = 0; i < self->picks->count && !self->has_circle; i++) {
		const struct td_pick *pick = &self->picks->items[i];
		uint32_t read = event_of(self, pick, td_pick_has_read);
		uint32_t write = pick->is_beginning ? UINT32_MAX : event_of(self, pick, td_pick_has_write);

		if (read == UINT32_MAX || (write == UINT32_MAX && !pick->is_beginning))
			continue;
		if (write != UINT32_MAX)
			is_new |= add(self, write, read, BY_PICK, 0);
		if (!self->has_circle)
			is_new |= derive_from_read(self, read, write);
	}
	return is_new && !self->has_circle;
}

/* The edges of a shortest way from the last one's end back to its beginning, which closes a circle with it. */
static size_t find_way(const struct derive *self, uint32_t *way)
{
	const struct edge *last = &self->edges.items[self->edges.count - 1];
	uint32_t *by = td_alloc(self->count * sizeof *by), *queue = td_alloc(self->count * sizeof *queue);
	size_t length = 0, from = 0, to = 0;

	memset(by, 0xff, self->count * sizeof *by);
	queue[to++] = last->second;
	while (from < to && by[last->first] == UINT32_MAX && last->first != last->second) {
		uint32_t event = queue[from++];

		for (uint32_t i = 0; i < self->edges.count; i++) {
			const struct edge *edge = &self->edges.items[i];

			if (edge->first != event || by[edge->second] != UINT32_MAX || edge->second == last->second)
				continue;
			by[edge->second] = i;
			queue[to++] = edge->second;
		}
	}
	for (uint32_t at = last->first; at != last->second && by[at] != UINT32_MAX;
	     at = self->edges.items[by[at]].first)
		way[length++] = by[at];
	for (size_t i = 0; i < length / 2; i++) {
		uint32_t other = way[i];

		way[i] = way[length - 1 - i];
		way[length - 1 - i] = other;
	}
	free(by);
	free(queue);
	way[length++] = (uint32_t)self->edges.count - 1;
	return length;
}

static char *event_words(const struct derive *self, struct td_symbols *symbols, uint32_t event)
{
	const struct td_event *raw = &self->trace->events[event].raw;
	struct td_site sites[TD_MAX_FRAMES];
	uint32_t count = td_symbols_sites(symbols, raw->pc, TD_PC_RETURN, sites, TD_MAX_FRAMES);
	const char *slash = sites[0].file ? strrchr(sites[0].file, '/') : NULL;
	char *words = td_format("T%u's %s at %s:%d", raw->thread, td_ops[raw->kind].word,
				slash           ? slash + 1
				: sites[0].file ? sites[0].file
						: sites[0].function,
				sites[0].line);

	td_sites_clear(sites, count);
	return words;
}

static char *because_words(const struct derive *self, struct td_symbols *symbols, const struct edge *edge)
{
	char *read, *words;

	switch (edge->because) {
	case BY_THREAD: return td_strdup("its thread does them in this order");
	case BY_ORDER: return td_strdup("creation, joining or a signal orders them");
	case BY_BARRIER: return td_strdup("all arrive at a barrier before one leaves it");
	case BY_PICK: return td_strdup("it is to be read there");
	case BY_LOCK: return td_strdup("sections under one lock come one after the other");
	case BY_OTHER_WRITE: break;
	}
	read = event_words(self, symbols, edge->other);
	words = td_format("otherwise %s would have another value", read);
	free(read);
	return words;
}

/* A thread's steps in between say nothing. */
static bool is_followed_in_thread(const struct derive *self, const uint32_t *way, size_t i, size_t length)
{
	return i + 1 < length && self->edges.items[way[i]].because == BY_THREAD &&
	       self->edges.items[way[i + 1]].because == BY_THREAD;
}

static char *way_words(const struct derive *self, struct td_symbols *symbols, const uint32_t *way, size_t length)
{
	char *words = td_strdup("");
	uint32_t first = self->edges.items[way[0]].first;

	for (size_t i = 0; i < length; i++) {
		const struct edge *edge = &self->edges.items[way[i]];
		char *from, *to, *because, *longer;

		if (is_followed_in_thread(self, way, i, length))
			continue;
		from = event_words(self, symbols, first);
		to = event_words(self, symbols, edge->second);
		because = because_words(self, symbols, edge);
		longer = td_format("%s  %s comes before %s: %s\n", words, from, to, because);
		first = i + 1 < length ? self->edges.items[way[i + 1]].first : 0;
		free(from);
		free(to);
		free(because);
		free(words);
		words = longer;
	}
	return words;
}

char *td_circle_words(const struct td_trace *trace, const struct td_origins *origins, const struct td_picks *picks,
		      struct td_symbols *symbols)
{
	struct derive self = {.trace = trace, .origins = origins, .picks = picks, .count = trace->event_count};
	char *words = NULL;

	if (trace->event_count > MOST_EVENTS)
		return NULL;
	self.words = (self.count + 63) / 64;
	self.after = td_alloc(self.count * self.words * sizeof *self.after + 1);
	add_threads(&self);
	add_orders(&self);
	add_barriers(&self);
	find_sections(&self);
	for (int i = 0; i < MOST_ROUNDS && derive_once(&self); i++)
		;
	if (self.has_circle) {
		uint32_t *way = td_alloc((self.count + 1) * sizeof *way);
		size_t length = find_way(&self, way);

		words = way_words(&self, symbols, way, length);
		free(way);
	}
	free(self.after);
	free(self.edges.items);
	free(self.sections.items);
	return words;
}
