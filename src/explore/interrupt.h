/* Ctrl-C and SIGTERM, counted: the first asks for an orderly end with the summary, the second ends the program under test at
 * once, the third the tool itself. */
#ifndef TD_EXPLORE_INTERRUPT_H
#define TD_EXPLORE_INTERRUPT_H

void td_interrupt_catch(void);
int td_interrupt_count(void);

#endif
