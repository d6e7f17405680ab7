/* Condition variables.  Waiting is two events: release and sleep, then wake and acquire.  A signal may wake any waiter. */
#ifndef TD_RT_COND_H
#define TD_RT_COND_H

#include "rt/state.h"

#include <pthread.h>
#include <time.h>

int td_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex, int timed, clockid_t clock, const struct timespec *limit,
		 uint64_t pc);
int td_cond_wake(pthread_cond_t *cond, int all, uint64_t pc);
void td_cond_init(pthread_cond_t *cond, uint64_t pc);
void td_cond_destroy(pthread_cond_t *cond, uint64_t pc);

#endif
