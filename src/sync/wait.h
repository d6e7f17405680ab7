/* Waiting is no place where a thread can be cancelled: what it leaves on its stack is in a queue. */
#ifndef TD_SYNC_WAIT_H
#define TD_SYNC_WAIT_H

#include <pthread.h>

static inline void wait_for(pthread_cond_t *condition, pthread_mutex_t *lock)
{
	int state;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	pthread_cond_wait(condition, lock);
	pthread_setcancelstate(state, NULL);
}

#endif
