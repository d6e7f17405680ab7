/* Descriptors that were open before main: they outlive an execution, and so does what it does with them.
 *
 * The program may set flags (O_NONBLOCK), move the position in a file, close a number, or give it to something else (dup2, freopen).
 * Each has a second number, by which the first one is put back.  Flags and positions belong to what is open and not to the process,
 * so that a forked child changes them for its parent as well. */
#ifndef TD_RT_INHERITED_H
#define TD_RT_INHERITED_H

void td_inherited_setup(void);
int td_inherited_is(int fd);            /* it was open before main, and is still what it was */
int td_inherited_is_spare(int fd);      /* one of the second numbers, which the program must leave alone */
int td_inherited_has_positions(void);   /* one is a file that must be read anew */

/* The execution under way is about to do this, perhaps. */
void td_inherited_set_flags(void);      /* to any descriptor that it has not made itself: it may be a copy */
void td_inherited_replace(int fd);      /* the number will stand for nothing, or for something else */
int td_inherited_close_range(unsigned first, unsigned last); /* what close_range returns */

void td_inherited_put_back(void);       /* after an execution */
void td_inherited_child_ended(void);    /* after one in a forked child */

#endif
