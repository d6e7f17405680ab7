/* pthread_once and call_once, and what function-local statics of C++ have in common with them. */
#ifndef TD_RT_ONCE_H
#define TD_RT_ONCE_H

#include "rt/state.h"

#include <pthread.h>

/* Waits while another thread is at it; nonzero: the caller is to do it, and then calls td_once_end. */
int td_once_begin(struct td_object *object, int is_done, uint64_t pc);
void td_once_end(struct td_object *object, int is_done, uint64_t pc); /* not is_done: somebody else may try */

int td_once(pthread_once_t *once, void (*function)(void), uint64_t pc);

#endif
