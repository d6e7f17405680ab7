/* The parts of the runtime that have state: a row each in the table of parts.c, which the host and marks go through.
 *
 * The table is in the order in which parts stand on each other.  What makes an execution goes through it from the first row to the last; what
 * takes one apart goes back from the last to the first. */
#ifndef TD_RT_PART_H
#define TD_RT_PART_H

#include <stdint.h>

/* A function that a part does not need is NULL. */
struct td_part {
	const char *name;
	void (*setup)(void);         /* once, before the first execution */
	void (*restart)(void);       /* a search begins anew */
	void (*begin)(void);         /* an execution begins */
	void (*flush)(void);         /* what the program has printed so far is to be seen */
	int (*wait_outside)(void);   /* no thread can run: waits a little for the world outside; 0: no thread waits for that */
	void (*clean_up)(void);      /* after an execution: what remains of it in the kernel and in memory */
	void (*mark)(void);          /* keep what belongs to the execution under way: see mark.h */
	void (*back)(void);          /* what was kept is back: forget what has come since */
};

extern const struct td_part td_parts[];
extern const uint32_t td_part_count;

void td_parts_flush(void);
int td_parts_wait_outside(void);

#endif
