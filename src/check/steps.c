#include "steps.h"

#include "acts.h"
#include "joined.h"
#include "order.h"
#include "pieces.h"

#include "wire/ops.h"

#include <stdlib.h>
#include <string.h>

struct touches {
	struct td_trace_touch *items;
	size_t count, room;
};

struct steps {
	struct td_trace_step *items;
	size_t count, room;
};

struct builder {
	const struct td_trace *trace;
	struct td_trace_event *events; /* those looked at, then the calls */
	uint32_t happened, count;
	uint32_t *call_events;   /* of those of calls: the event in the trace, UINT32_MAX if it has none */
	bool ends_seen;
	struct td_pieces pieces;
	const uint32_t *joined;  /* of each piece: its object; NULL: each is one */
	struct td_object_state *states;
	struct td_trace_object *objects;
	uint32_t *last;          /* of each object: its last writing touch */
	struct steps steps;
	uint32_t happened_steps;
	struct touches touches;
};

/* The size of what a thread was about to access is not in the trace; others may have accessed the same. */
static uint32_t size_at(const struct builder *self, uint64_t address)
{
	for (uint32_t i = 0; i < self->happened; i++) {
		const struct td_event *raw = &self->trace->events[i].raw;

		if (raw->object == address && td_op_acts_on(raw->kind, TD_ON_MEMORY))
			return raw->size;
	}
	return 0;
}

/* A wake-up that has not happened is about the mutex of its wait. */
static void take_mutex(const struct builder *self, struct td_trace_event *event)
{
	for (uint32_t i = self->happened; i-- > 0;) {
		const struct td_trace_event *wait = &self->trace->events[i];

		if (wait->raw.thread != event->raw.thread || wait->raw.kind != TD_COND_WAIT)
			continue;
		event->raw.aux = wait->raw.aux;
		event->other = wait->other;
		return;
	}
}

/* What a thread has done it is not about to do. */
static bool was_recorded(const struct builder *self, uint32_t thread)
{
	for (uint32_t i = self->happened; i-- > 0;)
		if (self->trace->events[i].raw.thread == thread)
			return self->trace->events[i].raw.op == (uint32_t)self->trace->threads[thread].raw.op;
	return false;
}

/* What a thread was about to do at the end of the trace.  False: nothing, or nothing that is known. */
static bool pending_of(const struct builder *self, uint32_t thread, struct td_trace_event *event)
{
	const struct td_trace_thread *info = &self->trace->threads[thread];
	uint8_t kind = info->raw.pending;

	if (info->raw.state == TD_T_DONE || kind == TD_NONE || was_recorded(self, thread))
		return false;
	*event = (struct td_trace_event){ .site = info->site, .name = info->name };
	event->raw = (struct td_event){ .object = info->raw.object, .pc = info->raw.pc, .op = (uint32_t)info->raw.op,
					.thread = (uint16_t)thread, .kind = kind };
	if (td_op_acts_on(kind, TD_ON_MEMORY))
		event->raw.size = size_at(self, info->raw.object);
	if (kind == TD_COND_WAKE)
		take_mutex(self, event);
	return kind > TD_RMW || event->raw.size;
}

static bool are_halves_of_copy(const struct td_event *first, const struct td_event *second)
{
	return first->thread == second->thread && first->kind == TD_READ && second->kind == TD_WRITE && second->pc == first->pc &&
	       second->op == first->op + 1;
}

static void add_call_event(struct builder *self, uint32_t at)
{
	if (at != UINT32_MAX)
		self->events[self->count] = self->trace->events[at];
	self->call_events[self->count++ - self->happened] = at;
}

static void add_call(struct builder *self, uint32_t thread)
{
	const struct td_trace *trace = self->trace;
	uint32_t at = self->happened;

	while (at < trace->event_count && trace->events[at].raw.thread != thread)
		at++;
	if (at < trace->event_count) {
		add_call_event(self, at);
		if (at + 1 < trace->event_count && are_halves_of_copy(&trace->events[at].raw, &trace->events[at + 1].raw))
			add_call_event(self, at + 1);
	} else if (pending_of(self, thread, &self->events[self->count])) {
		add_call_event(self, UINT32_MAX);
	}
}

static bool looks_for_end(const struct td_event *raw)
{
	return raw->kind == TD_CANCEL || (raw->kind == TD_JOIN && (raw->flags & TD_F_TRY || td_event_gave_up(raw)));
}

static void take_events(struct builder *self, uint32_t events)
{
	const struct td_trace *trace = self->trace;
	uint32_t happened = events < trace->event_count ? events : trace->event_count;

	self->events = td_alloc(((size_t)happened + 2 * trace->thread_count) * sizeof *self->events);
	self->call_events = td_alloc(2 * trace->thread_count * sizeof *self->call_events);
	self->happened = self->count = happened;
	memcpy(self->events, trace->events, happened * sizeof *self->events);
	for (uint32_t i = 0; i < trace->thread_count; i++)
		add_call(self, i);
	for (uint32_t i = 0; i < self->count; i++)
		self->ends_seen |= looks_for_end(&self->events[i].raw);
}

/* A condition variable's event has only the low half of its mutex's address. */
static uint64_t mutex_of(const struct builder *self, const struct td_event *raw)
{
	if (raw->kind != TD_COND_WAIT && raw->kind != TD_COND_WAKE)
		return 0;
	for (uint32_t i = 0; i < self->count; i++) {
		const struct td_event *other = &self->events[i].raw;

		if (other->kind == TD_LOCK && (uint32_t)other->object == raw->aux)
			return other->object;
	}
	return 0;
}

static uint32_t acts_of(const struct builder *self, uint32_t at, struct td_act *acts)
{
	const struct td_trace_event *event = &self->events[at];

	return td_acts_of(event, mutex_of(self, &event->raw), self->ends_seen, acts);
}

/* The two halves of a copy have one place in the program.  The end of an atomic stretch is not recorded: it is taken to go on
 * until another thread runs. */
static bool belongs_to_last(const struct builder *self, uint32_t at, bool in_atomic)
{
	const struct td_event *event = &self->events[at].raw, *last = &self->events[at - 1].raw;

	if (at == self->happened || event->thread != last->thread)
		return false;
	return (in_atomic && at < self->happened) || are_halves_of_copy(last, event);
}

static void new_step(struct builder *self, uint32_t at, uint32_t *last_of_thread)
{
	const struct td_event *raw = &self->events[at].raw;
	uint32_t previous = last_of_thread[raw->thread];
	struct td_trace_step step = { .thread = raw->thread, .previous = previous, .op = raw->op,
				      .touch = (uint32_t)self->touches.count };

	step.number = previous == TD_NO_STEP ? 1 : self->steps.items[previous].number + 1;
	step.event = at < self->happened ? at : self->call_events[at - self->happened];
	last_of_thread[raw->thread] = (uint32_t)self->steps.count;
	TD_PUSH(&self->steps, step);
}

static struct td_trace_touch *touch_of_step(struct builder *self, uint32_t object)
{
	struct td_trace_step *step = &self->steps.items[self->steps.count - 1];
	struct td_trace_touch touch = { .step = (uint32_t)self->steps.count - 1, .object = object };

	for (uint32_t i = 0; i < step->touch_count; i++)
		if (self->touches.items[step->touch + i].object == object)
			return &self->touches.items[step->touch + i];
	TD_PUSH(&self->touches, touch);
	step->touch_count++;
	return &self->touches.items[self->touches.count - 1];
}

/* A call takes no slot. */
static void take_slot(struct builder *self, struct td_trace_touch *touch, bool happened)
{
	struct td_trace_object *object = &self->objects[touch->object];

	if (touch->writes && happened) {
		touch->slot = ++object->slots;
		self->last[touch->object] = (uint32_t)(touch - self->touches.items);
	}
}

static void touch_piece(struct builder *self, uint32_t at, const struct td_act *act, uint32_t piece)
{
	uint32_t object = self->joined ? self->joined[piece] : piece;
	const struct td_event *raw = &self->events[at].raw;
	size_t before = self->touches.count;
	struct td_trace_touch *touch = touch_of_step(self, object);
	bool was_writing = touch->writes;

	touch->writes |= act->writes;
	touch->has_written |= act->writes && raw->kind != TD_READ;
	touch->is_memory = td_op_acts_on(raw->kind, TD_ON_MEMORY);
	touch->may_write = !touch->writes && raw->kind == TD_ONCE_BEGIN;
	if (self->touches.count > before) {
		touch->before = self->last[object];
		touch->slot = self->objects[object].slots;
		touch->open = td_open_before(&self->states[object], raw);
		touch->needs = self->states[object].owner == raw->thread + 1u ? 0 : act->needs;
	}
	if (touch->writes && !was_writing)
		take_slot(self, touch, at < self->happened);
	if (!self->objects[object].name)
		self->objects[object].name = act->name;
	if (at < self->happened)
		td_object_change(&self->states[object], raw);
}

static void touch_all(struct builder *self, uint32_t at)
{
	struct td_act acts[TD_MOST_ACTS];
	uint32_t count = acts_of(self, at, acts);

	for (uint32_t i = 0; i < count; i++) {
		uint64_t end = acts[i].address + acts[i].size;

		for (uint32_t k = td_piece_at(&self->pieces, acts[i].address); self->pieces.items[k] < end; k++)
			touch_piece(self, at, &acts[i], k);
	}
}

static void make_objects(struct builder *self)
{
	struct td_act acts[TD_MOST_ACTS];

	for (uint32_t i = 0; i < self->count; i++)
		for (uint32_t k = 0, count = acts_of(self, i, acts); k < count; k++)
			td_pieces_add(&self->pieces, acts[k].address, acts[k].size);
	td_pieces_cut(&self->pieces);
	self->objects = td_alloc((self->pieces.count + 1) * sizeof *self->objects);
	self->states = td_alloc((self->pieces.count + 1) * sizeof *self->states);
	self->last = td_alloc((self->pieces.count + 1) * sizeof *self->last);
	for (size_t i = 0; i + 1 < self->pieces.count; i++) {
		self->objects[i].address = self->pieces.items[i];
		self->objects[i].size = (uint32_t)(self->pieces.items[i + 1] - self->pieces.items[i]);
		self->last[i] = TD_NO_TOUCH;
	}
}

static void make_steps(struct builder *self)
{
	uint32_t *last_of_thread = td_alloc(self->trace->thread_count * sizeof *last_of_thread);
	bool in_atomic = false;

	memset(last_of_thread, 0xff, self->trace->thread_count * sizeof *last_of_thread);
	for (uint32_t i = 0; i < self->count; i++) {
		if (!i || !belongs_to_last(self, i, in_atomic)) {
			new_step(self, i, last_of_thread);
			self->happened_steps += i < self->happened;
			in_atomic = self->events[i].raw.kind == TD_ATOMIC_BEGIN;
		}
		self->steps.items[self->steps.count - 1].event_count++;
		self->steps.items[self->steps.count - 1].last_op = self->events[i].raw.op;
		touch_all(self, i);
	}
	free(last_of_thread);
}

static void list_slots(struct td_steps *steps)
{
	uint32_t at = 0;

	steps->slots = td_alloc((steps->touch_count + 1) * sizeof *steps->slots);
	for (uint32_t i = 0; i < steps->object_count; i++) {
		steps->objects[i].first = at;
		at += steps->objects[i].slots;
	}
	for (uint32_t i = 0; i < steps->touch_count; i++) {
		const struct td_trace_touch *touch = &steps->touches[i];

		if (touch->writes && touch->step < steps->happened)
			steps->slots[steps->objects[touch->object].first + touch->slot - 1] = i;
	}
}

uint32_t td_object_at(const struct td_steps *steps, uint64_t address)
{
	for (uint32_t i = 0; i < steps->object_count; i++)
		if (address >= steps->objects[i].address && address - steps->objects[i].address < steps->objects[i].size)
			return steps->joined ? steps->joined[i] : i;
	return UINT32_MAX;
}

bool td_is_joined(const struct td_steps *steps, uint32_t object)
{
	for (uint32_t i = object + 1; steps->joined && i < steps->object_count; i++)
		if (steps->joined[i] == object)
			return true;
	return false;
}

uint32_t td_touch_in_slot(const struct td_steps *steps, uint32_t object, uint32_t slot)
{
	return slot ? steps->slots[steps->objects[object].first + slot - 1] : TD_NO_TOUCH;
}

static struct td_steps *build(const struct td_trace *trace, uint32_t events, uint32_t *joined)
{
	struct builder builder = { .trace = trace, .joined = joined };
	struct td_steps *steps = td_alloc(sizeof *steps);

	take_events(&builder, events);
	make_objects(&builder);
	make_steps(&builder);
	*steps = (struct td_steps){ .trace = trace, .items = builder.steps.items, .count = (uint32_t)builder.steps.count,
				    .happened = builder.happened_steps, .touches = builder.touches.items,
				    .touch_count = (uint32_t)builder.touches.count, .objects = builder.objects, .joined = joined,
				    .object_count = builder.pieces.count ? (uint32_t)builder.pieces.count - 1 : 0 };
	list_slots(steps);
	td_order_find(steps, builder.events);
	free(builder.events);
	free(builder.call_events);
	free(builder.pieces.items);
	free(builder.states);
	free(builder.last);
	return steps;
}

struct td_steps *td_steps_make(const struct td_trace *trace, uint32_t events, bool joined)
{
	struct td_steps *apart = build(trace, events, NULL), *steps;
	uint32_t *objects = joined ? td_joined_find(apart) : NULL;

	if (!objects)
		return apart;
	steps = build(trace, events, objects);
	steps->apart = apart;
	td_joined_settle(steps);
	return steps;
}

void td_steps_free(struct td_steps *steps)
{
	free(steps->items);
	free(steps->touches);
	free(steps->objects);
	free(steps->joined);
	if (steps->apart)
		td_steps_free(steps->apart);
	free(steps->slots);
	free(steps->order);
	free(steps);
}
