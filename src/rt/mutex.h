/* Mutexes of all kinds, and spin locks. */
#ifndef TD_RT_MUTEX_H
#define TD_RT_MUTEX_H

#include "object.h"

#include <pthread.h>
#include <time.h>

struct td_object *td_mutex(pthread_mutex_t *mutex, uint64_t pc); /* checked */
int td_mutex_init(pthread_mutex_t *mutex, int kind, uint64_t pc);
int td_mutex_lock(pthread_mutex_t *mutex, uint64_t pc);
int td_mutex_trylock(pthread_mutex_t *mutex, uint64_t pc);
int td_mutex_timedlock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *limit, uint64_t pc);
int td_mutex_unlock(pthread_mutex_t *mutex, uint64_t pc);
void td_mutex_destroy(pthread_mutex_t *mutex, uint64_t pc);

#endif
