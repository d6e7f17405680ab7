/* The end of an execution, described for the tool. */
#ifndef TD_RT_FINISH_H
#define TD_RT_FINISH_H

#include "rt/state.h"

/* `fiber` has just been blocked: if it waits for somebody who, over others, waits for it, they all wait for ever. */
void td_finish_if_cycle(struct td_fiber *fiber);

/* The fibre has ended: somebody may wait for a lock that it holds. */
void td_finish_if_abandoned(const struct td_fiber *ended);

/* The program ends with this status, by itself. */
_Noreturn void td_finish_exit(int status, uint64_t pc);

/* A fatal signal; from the handler. */
enum { TD_NO_ADDRESS = -1 }; /* none that there can be */
_Noreturn void td_finish_crash(int signal, uint64_t address, uint64_t ip, uint64_t frame, uint64_t sp);

/* The watchdog has found the thread running on without an event; from the handler. */
_Noreturn void td_finish_hang(uint64_t ip, uint64_t frame, uint64_t sp);

/* Only for the host: take note of the last execution. */
void td_finish_note_threads(void);

#endif
