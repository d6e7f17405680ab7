/* Putting the program's memory back between executions.
 *
 * What is put back: the writable segments of the program and its libraries (less the runtime's own state), the heap as it
 * was before main, what the kernel has put on the initial stack
 * (the arguments, the environment and the pointers to both), and memory that libraries and constructors have mapped before main.  Pages are read-only until somebody writes to one; the fault handler then keeps a copy and makes it
 * writable for good.  Only such pages are copied back, so the cost is that of the pages the program writes, not of its size.
 *
 * System calls do not fault, they fail: whoever lets the kernel write into the program's memory calls td_putback_touch
 * first.  The first execution runs unprotected and is compared with a full copy, so pages that the kernel writes there are
 * found whoever made the call.
 *
 * Invariant: after td_putback, every byte of every region is what it was at td_putback_snapshot. */
#ifndef TD_RT_PUTBACK_H
#define TD_RT_PUTBACK_H

#include "rt/sys.h"

void td_putback_snapshot(char **argv); /* from now on; the heap before main must be closed */
uint64_t td_putback_stack_start(char **argv); /* of the pages with the arguments: the host's own frames lie below */
void td_putback(void);
void td_putback_clean_up(void);      /* the same, checked under --self-check */
void td_putback_before_fork(void);   /* a fork copies the tables of all pages: make them fewer and larger */
int td_putback_knows_pages(void);    /* not in the first execution: it may write anywhere */
void td_putback_mark(void);          /* see mark.h */
void td_putback_back(void);
uint64_t td_putback_hash(void);      /* of all that has been written; a page that is as it was does not count */
int td_putback_is_valid(void);       /* compares everything: slow */
void td_putback_keep(void);          /* what has changed since td_putback is to stay: the host did it */

/* A write fault: nonzero if it was ours and the program can go on. */
int td_putback_fault(uint64_t address);

int td_putback_has(uint64_t address); /* it was there before main, and is put back */

/* The kernel will write here. */
void td_putback_touch(uint64_t start, size_t size);

#endif
