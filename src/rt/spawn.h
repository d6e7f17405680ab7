/* Other programs that the program starts.  They are not controlled, and see the processor's own count of cycles: what the kernel was
 * asked for (cycles.h) would last in them, and kill them.  A program that becomes another one is refused. */
#ifndef TD_RT_SPAWN_H
#define TD_RT_SPAWN_H

/* This process makes executions; one that it starts behind vfork does not. */
void td_spawn_by_this_process(void);

#endif
