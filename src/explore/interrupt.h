/* Ctrl-C and SIGTERM, counted: the first asks for an orderly end with the summary, the second ends the program under
 * test at once, the third the tool itself.  When time is up, that is like the first. */
#ifndef TD_EXPLORE_INTERRUPT_H
#define TD_EXPLORE_INTERRUPT_H

void td_interrupt_catch(void);
int td_interrupt_count(void);

/* When time is up, as td_now has it; 0: never. */
void td_interrupt_at(double deadline);

/* Nonzero: nothing new is to be begun. */
int td_is_late(void);

/* Seconds since time was up; 0 before. */
double td_overtime(void);

/* Seconds until time is up; 0 afterwards, HUGE_VAL if it never is. */
double td_time_left(void);

#endif
