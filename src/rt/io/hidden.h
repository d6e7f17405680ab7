/* What threads share that is not in the program's memory: state of the C library (what rand remembers, the environment), and files.
 *
 * Whoever uses such a thing looks at it, or changes it, or both.  As with memory, what one thread alone uses gives no events; nor does
 * what nobody changes (a file that all read), nor what nobody looks at (a log that is only written).  That several threads use it, that it
 * is changed, and that it is looked at, are learned as what memory is shared is, each by the shadow of a word that belongs to the thing;
 * from the next execution on its uses are events, of which two depend on each other if one of them changes it.
 *
 * What is done while there is nobody else, before the first thread was created and after all have been joined, comes in one order only,
 * so that it is no event; but who looks then may see in which order others have changed the thing before.
 *
 * A thing is known by its place, which lies where no memory is (wire/event.h).  A file's name and its contents are looked at and changed
 * each for itself: that a log is removed before threads write to it does not mean that somebody reads it. */
#ifndef TD_RT_HIDDEN_H
#define TD_RT_HIDDEN_H

#include "rt/state.h"

enum td_way {
	TD_SEES = 1, TD_CHANGES = 2,
	TD_SEES_NAME = 4, TD_CHANGES_NAME = 8,
	TD_SEES_ORDER = 16 /* it sees, and so do others who change what it sees by looking: who reads first from one descriptor gets what comes first */
};

/* What is under way between the two halves of a use. */
struct td_hidden_step {
	uint64_t place, other;  /* the thread does the same to both; place 0: it is no use of anything, other 0: there is one place only */
	uint32_t ways;
	uint8_t is_event, is_seen;
};

/* The running thread is about to do something with the thing, by a call that happens at once after this: one operation, whatever is
 * known about the thing. */
void td_hidden_use(uint64_t place, uint32_t ways, uint64_t pc);

/* The same in two halves, around a call in which the runtime is not entered: if that has changed nothing, as of somebody who goes round
 * until a file is there, the thread has only looked. */
void td_hidden_begin(struct td_hidden_step *step, uint64_t pc);
void td_hidden_end(const struct td_hidden_step *step, int has_changed);

int td_hidden_is_alone(const struct td_fiber *fiber); /* there is nobody else */
void td_hidden_learn(uint64_t place, uint32_t ways);  /* it is used so by several threads */
int td_hidden_is_learned(uint64_t place, uint32_t ways);

static inline uint64_t td_hidden_place(uint64_t number)
{
	return TD_HIDDEN_FIRST + number * TD_HIDDEN_SIZE;
}

#endif
