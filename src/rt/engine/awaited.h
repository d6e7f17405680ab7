/* Occurrences that are waited for: the n-th event at a place (wire/channel.h), and how often its place has been come
 * to.
 *
 * A step is what is compared with them: an event, or what a thread is about to do. */
#ifndef TD_RT_AWAITED_H
#define TD_RT_AWAITED_H

#include "rt/state.h"

enum td_counted { TD_COUNTED_ALL, TD_COUNTED_READS, TD_COUNTED_WRITES };

struct td_awaited {
	uint32_t code,
		code_count; /* slice of the ranges, which are those of the channel at addresses of this process */
	uint32_t left;      /* steps until it has happened; 0: it has */
	uint16_t thread;
	uint8_t counted; /* enum td_counted */
};

struct td_made_step {
	uint64_t pc, address, end; /* what it touches, if it is an access to memory */
	uint32_t before;           /* so many events came before it */
	uint16_t thread;
	uint8_t kind;
};

/* A compare-and-swap that would fail now is a read. */
struct td_made_step td_step_of_pending(const struct td_fiber *fiber);
struct td_made_step td_step_of_event(const struct td_event *event, uint32_t number);

struct td_awaited td_awaited_begin(const struct td_occurrence *given, enum td_counted counted);

int td_awaited_is_at(const struct td_awaited *self, const struct td_made_step *step); /* it is at the place */
int td_awaited_is(const struct td_awaited *self, const struct td_made_step *step);    /* it is the occurrence */
void td_awaited_done(struct td_awaited *self, const struct td_made_step *step);       /* it has happened: count it */

static inline int td_step_reads(const struct td_made_step *step)
{
	return td_kind_reads_memory(step->kind);
}

static inline int td_step_writes(const struct td_made_step *step)
{
	return td_kind_writes_memory(step->kind);
}

#endif
