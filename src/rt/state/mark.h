/* Going back inside an execution.
 *
 * In a systematic search an execution mostly begins as the one before did.  A mark is a copy of all that an execution has changed
 * so far, taken at one of its decisions; the next execution goes on from the last mark that lies before the first difference, and
 * is not run from the beginning.
 *
 * A mark holds the runtime's section td_under_way, and what its parts (part.h) have elsewhere: each part's function `mark`
 * calls td_mark_keep for what belongs to the execution under way, and those with tables that grow have a function `back`, which is
 * called when the copies are back and forgets what has come since.  The program's memory is kept as well: stacks, thread-local
 * blocks, the heap, and the pages that putback.h knows to be written.  What the search itself has (nodes, steps, races) is not part
 * of a mark.
 *
 * What the kernel has done cannot be taken back: who asks it for something that lasts calls td_mark_refuse.
 *
 * A mark is made where it pays: to make it takes as long as some events and operations do, according to its size, and each time that the
 * search comes back (returns.h) it saves those since the last one.  If there are too many, every second one of the earlier half goes.
 *
 * Invariant: after td_mark_go_back all that the program and the runtime can see of the execution is as it was when the mark was made,
 * but for what lies below the stack pointers of threads that do not run. */
#ifndef TD_RT_MARK_H
#define TD_RT_MARK_H

#include "fiber.h"

enum { TD_MARK_ONCE = 16 };                  /* times are counted in parts of one */

struct td_mark_plan {
	uint32_t events;                     /* before the last one */
	uint64_t work;                       /* ... and what they have cost */
	uint64_t price;                      /* what it costs to make one; all bits set: none is made */
};

extern struct td_mark_plan td_mark_plan;

/* At a decision; times: that the search will come back. */
int td_mark_pays(uint32_t times);

/* In a td_..._mark: this is part of it. */
void td_mark_keep(const void *start, size_t size);
void td_mark_keep_rows(const void *start, uint32_t size, uint32_t rows, uint32_t apart); /* each of this size, so far apart */

void td_mark_give_up(void);                  /* something cannot be kept */

/* On a fibre, at a decision: wait until the host has made a mark. */
void td_mark_here(uint32_t decisions);

/* The execution under way has done something that lasts. */
void td_mark_refuse(void);

/* The host's. */
void td_marks_setup(void);
void td_marks_drop(void);                    /* what comes next has nothing to do with what was */
void td_marks_begin(int are_wanted, int are_possible); /* an execution begins at its beginning */
int td_marks_exist(void);
void td_mark_make(struct td_fiber *fiber);   /* it stands at the decision */
/* Where to go on, if so many decisions are unchanged, and how many of them lie before that; NULL: at the beginning. */
struct td_fiber *td_mark_go_back(uint32_t unchanged, uint32_t *decisions);

#endif
