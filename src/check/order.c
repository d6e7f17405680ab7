#include "order.h"

#include "acts.h"

#include <stdlib.h>
#include <string.h>

/* Of each thread. */
struct follower {
	uint32_t last;           /* its last step */
	uint32_t woken_by;       /* step that its next one comes after: creation, signal, cancellation */
	uint64_t waits_on;       /* condition variable, while no thread has woken it */
	uint32_t arrived;        /* event of its last arrival at a barrier */
};

struct order {
	struct td_steps *steps;
	const struct td_trace_event *events;
	struct follower *threads;
	uint32_t *step_of;       /* of each event */
	struct { uint32_t *items; size_t count, room; } list;
	uint32_t choices;        /* taken so far */
};

static struct follower *follower(const struct order *self, uint64_t thread)
{
	return thread < self->steps->trace->thread_count ? &self->threads[thread] : NULL;
}

static void wake(struct order *self, uint64_t thread, uint32_t step)
{
	struct follower *sleeper = follower(self, thread);

	if (sleeper) {
		sleeper->woken_by = step;
		sleeper->waits_on = 0;
	}
}

static uint32_t waiters(const struct order *self, uint64_t condition)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < self->steps->trace->thread_count; i++)
		count += self->threads[i].waits_on == condition;
	return count;
}

static void wake_all(struct order *self, uint64_t condition, uint32_t step)
{
	for (uint32_t i = 0; i < self->steps->trace->thread_count; i++)
		if (self->threads[i].waits_on == condition)
			wake(self, i, step);
}

static void choose(struct order *self, uint32_t step, uint32_t outcomes)
{
	struct td_trace_step *item = &self->steps->items[step];

	if (outcomes < 2)
		return;
	if (!item->choice_count)
		item->choice = self->choices;
	item->choice_count++;
	self->choices++;
}

/* The last arrival of the same round: their values count up, and begin again with 1. */
static uint32_t last_arrival(const struct order *self, uint32_t first, uint32_t end)
{
	uint32_t last = first;

	for (uint32_t i = first + 1; i < end; i++) {
		const struct td_event *raw = &self->events[i].raw;

		if (raw->kind != TD_BARRIER_ARRIVE || raw->object != self->events[first].raw.object)
			continue;
		if (raw->value <= 1)
			break;
		last = i;
	}
	return last;
}

static uint32_t comes_after(struct order *self, uint32_t at)
{
	const struct td_event *raw = &self->events[at].raw;
	struct follower *own = &self->threads[raw->thread], *other;

	if (raw->kind == TD_JOIN && !td_event_gave_up(raw))
		return (other = follower(self, raw->object)) ? other->last : TD_NO_STEP;
	if (raw->kind == TD_BARRIER_LEAVE && own->arrived != UINT32_MAX)
		return self->step_of[last_arrival(self, own->arrived, at)];
	return TD_NO_STEP;
}

static void leads_to(struct order *self, uint32_t at, uint32_t step)
{
	const struct td_event *raw = &self->events[at].raw;
	struct follower *own = &self->threads[raw->thread];

	switch (raw->kind) {
	case TD_CREATE:
	case TD_CANCEL: wake(self, raw->object, step); break;
	case TD_COND_WAIT: own->waits_on = raw->object; break;
	case TD_COND_WAKE: own->waits_on = 0; break;
	case TD_BARRIER_ARRIVE: own->arrived = at; break;
	case TD_CHOOSE: choose(self, step, 2); break;
	case TD_SIGNAL:
		choose(self, step, self->steps->trace->job.fifo ? 1 : waiters(self, raw->object));
		if (raw->value)
			wake(self, raw->value - 1, step);
		break;
	case TD_BROADCAST: wake_all(self, raw->object, step); break;
	default: break;
	}
}

static void add(struct order *self, uint32_t step, uint32_t before)
{
	if (before == TD_NO_STEP || before == step)
		return;
	TD_PUSH(&self->list, before);
	self->steps->items[step].order_count++;
}

static void look_at(struct order *self, uint32_t step, uint32_t first, uint32_t count, bool happened)
{
	struct follower *own = &self->threads[self->steps->items[step].thread];

	self->steps->items[step].order = (uint32_t)self->list.count;
	add(self, step, own->woken_by);
	own->woken_by = TD_NO_STEP;
	for (uint32_t i = first; i < first + count; i++) {
		self->step_of[i] = step;
		add(self, step, happened ? comes_after(self, i) : TD_NO_STEP);
		if (happened)
			leads_to(self, i, step);
	}
	if (happened)
		own->last = step;
}

/* A thread that still sleeps has no call: only a signal would make it one. */
static void forget_sleepers(struct order *self, uint32_t first)
{
	for (uint32_t step = self->steps->happened, at = first; step < self->steps->count; at += self->steps->items[step++].event_count)
		if (self->events[at].raw.kind == TD_COND_WAKE && self->threads[self->steps->items[step].thread].waits_on)
			self->steps->items[step].touch_count = 0;
}

void td_order_find(struct td_steps *steps, const struct td_trace_event *events)
{
	uint32_t threads = steps->trace->thread_count, happened = 0, total = 0;
	struct order self = { .steps = steps, .events = events, .threads = td_alloc(threads * sizeof *self.threads) };

	for (uint32_t i = 0; i < steps->count; i++) {
		total += steps->items[i].event_count;
		happened += i < steps->happened ? steps->items[i].event_count : 0;
	}
	self.step_of = td_alloc((total + 1) * sizeof *self.step_of);
	memset(self.threads, 0xff, threads * sizeof *self.threads);
	for (uint32_t i = 0; i < threads; i++)
		self.threads[i].waits_on = 0;
	for (uint32_t i = 0, at = 0; i < steps->count; at += steps->items[i++].event_count)
		look_at(&self, i, at, steps->items[i].event_count, i < steps->happened);
	forget_sleepers(&self, happened);
	steps->order = self.list.items;
	/* One that has a single outcome takes none, but looks the same. */
	steps->knows_choices = steps->trace->event_limit ? self.choices <= steps->trace->ended.choice_count
							 : self.choices == steps->trace->ended.choice_count;
	free(self.threads);
	free(self.step_of);
}
