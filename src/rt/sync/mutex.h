/* Mutexes of all kinds, and spin locks. */
#ifndef TD_RT_MUTEX_H
#define TD_RT_MUTEX_H

#include "rt/state.h"

#include <pthread.h>
#include <time.h>

struct td_object *td_mutex(pthread_mutex_t *mutex, uint64_t pc); /* checked */
int td_mutex_init(pthread_mutex_t *mutex, int kind, uint64_t pc);
int td_mutex_lock(pthread_mutex_t *mutex, uint64_t pc);
int td_mutex_trylock(pthread_mutex_t *mutex, uint64_t pc);
int td_mutex_timedlock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *limit, uint64_t pc);
int td_mutex_unlock(pthread_mutex_t *mutex, uint64_t pc);
void td_mutex_destroy(pthread_mutex_t *mutex, uint64_t pc);

/* Those who lock and unlock by themselves, as a condition variable does. */
int td_mutex_taken(struct td_fiber *self, struct td_object *object); /* 0, or what became of the holder before: it died (EOWNERDEAD), and somebody
									else has given it up (ENOTRECOVERABLE, and it is free again) */
void td_mutex_let_go(struct td_object *object);                      /* about to be unlocked */
int td_mutex_knows_owner(const struct td_object *object);            /* EPERM for others; with other kinds nobody says what happens */

#endif
