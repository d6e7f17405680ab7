/* A trace as steps on objects: what its analyses look at.
 *
 *   step     what a thread does without a switch being possible inside: an event, or a few that belong together (the two
 *            halves of a copy, an atomic stretch).
 *   object   something that touches have in common: a synchronisation object, or a piece of memory that no access touches
 *            in part; several pieces where they are joined (joined.h).
 *   touch    a step acting upon an object.  Two touches of one object conflict if one of them writes; an operation on a
 *            synchronisation object writes, and so does one that failed, for in another order it would not have.
 *   slot     the place of a writing touch among those of its object, from 1.  A reading touch has the slot of the write it
 *            reads from, 0 if it reads what was there at the beginning.
 *   call     a step that did not happen: what a thread was about to do at the end.
 *
 * A deadlock is told by its calls, so they are steps too, behind those that happened.
 */
#ifndef TD_CHECK_STEPS_H
#define TD_CHECK_STEPS_H

#include "trace/trace.h"

enum { TD_NO_STEP = 0xffffffff, TD_NO_TOUCH = 0xffffffff };

/* What an operation needs of its object, or what its object allowed just before it. */
enum { TD_OPEN_LOCK = 1, TD_OPEN_READ_LOCK = 2, TD_OPEN_TAKE = 4, TD_OPEN_BEGIN = 8, TD_OPEN_ALL = 15 };

struct td_trace_touch {
	uint32_t step, object;
	uint32_t slot;
	uint32_t before;         /* the writing touch of the object just before, TD_NO_TOUCH if none: what a read reads from */
	bool writes;
	bool may_write;          /* it does not write, but would if it came first */
	bool has_written;        /* it writes, and is not only a compare-and-swap that failed */
	bool is_memory;          /* it is an access */
	uint8_t needs;           /* the operation waits until its object allows all of these: TD_OPEN_* */
	uint8_t open;            /* what the object allowed before it */
};

struct td_trace_step {
	uint32_t thread;
	uint32_t number;         /* among the steps of its thread, from 1 */
	uint32_t event;          /* its first one; of a call that is no event of the trace, UINT32_MAX */
	uint32_t event_count;
	uint32_t op, last_op;    /* numbers of its first and last operation in its thread */
	uint32_t previous;       /* step of the same thread, TD_NO_STEP if none */
	uint32_t touch, touch_count;
	uint32_t order, order_count; /* other steps that come before it whatever the order: creation, end, signal, ... */
	uint32_t choice, choice_count; /* the outcomes it took from the schedule */
};

struct td_trace_object {
	uint64_t address;
	uint32_t size;
	uint32_t slots;          /* how many writing touches have happened */
	uint32_t first;          /* where they begin in `slots` */
	uint32_t name;           /* index into the trace's names */
};

struct td_steps {
	const struct td_trace *trace;
	struct td_trace_step *items;
	uint32_t count;          /* calls included */
	uint32_t happened;       /* those before are no calls */
	struct td_trace_touch *touches;
	uint32_t touch_count;
	struct td_trace_object *objects;
	uint32_t object_count;
	uint32_t *joined;        /* of each object: the one that it is part of, for it has no touches then; NULL: each is one */
	struct td_steps *apart;  /* ... and the same steps with each for itself */
	uint32_t *slots;         /* the writing touches, object by object, in order */
	uint32_t *order;         /* see td_trace_step.order */
	bool knows_choices;      /* which step took which outcome is known */
};

/* Of the first EVENTS events; what a thread did next is then its call.  JOINED: steps with rivals at several pieces of memory have
 * one object there. */
struct td_steps *td_steps_make(const struct td_trace *trace, uint32_t events, bool joined);
void td_steps_free(struct td_steps *steps);

/* The object that a byte belongs to; UINT32_MAX if none does. */
uint32_t td_object_at(const struct td_steps *steps, uint64_t address);

/* Has the object several pieces? */
bool td_is_joined(const struct td_steps *steps, uint32_t object);

/* The writing touch in a slot of an object; TD_NO_TOUCH for slot 0. */
uint32_t td_touch_in_slot(const struct td_steps *steps, uint32_t object, uint32_t slot);

#endif
