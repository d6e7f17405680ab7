/* Creating, ending, joining and cancelling threads. */
#ifndef TD_RT_THREAD_H
#define TD_RT_THREAD_H

#include "rt/state.h"

#include <pthread.h>

void td_threads_setup(void);                /* before the first execution */
int td_thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument, uint64_t pc);
int td_thread_join(pthread_t thread, void **result, int timed, clockid_t clock, const struct timespec *limit, uint64_t pc);
int td_thread_detach(pthread_t thread, uint64_t pc);
void td_thread_begin(struct td_fiber *fiber); /* a new fibre may be picked from now on */
_Noreturn void td_thread_exit(void *result);

/* C++ thread_locals and thread-specific values of an ending thread. */
int td_thread_is_available(const struct td_object *self, const struct td_fiber *fiber); /* see object_types.c */
uint8_t td_thread_could(const struct td_object *self, uint64_t place);
int td_thread_ends_matter(void);           /* in which order threads end can be noticed */
void td_thread_run_destructors(struct td_fiber *fiber);

void td_threads_mark(void);                /* see mark.h */

/* At a cancellation point: does not return if the thread has been cancelled. */
void td_thread_test_cancel(struct td_fiber *fiber);

#endif
