/* C11 <threads.h>: in glibc its types are those of pthreads under other names. */
#include "key.h"
#include "thread.h"
#include "rt/sync.h"
#include "rt/hooks.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <stdlib.h>
#include <threads.h>

static int result_of(int problem)
{
	switch (problem) {
	case 0: return thrd_success;
	case EBUSY: return thrd_busy;
	case ETIMEDOUT: return thrd_timedout;
	case ENOMEM: return thrd_nomem;
	default: return thrd_error;
	}
}

struct start {
	thrd_start_t function;
	void *argument;
};

static TD_OUTERMOST void *run(void *argument)
{
	struct start start = *(struct start *)argument;
	free(argument);
	return (void *)(long)start.function(start.argument);
}

TD_EXPORT int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
	if (!td_current)
		return TD_REAL(thrd_create)(thread, function, argument);
	struct start *start = malloc(sizeof *start);
	*start = (struct start){function, argument};
	int problem = td_thread_create((pthread_t *)thread, NULL, run, start, TD_HERE);
	if (!problem)
		td_fiber_of_handle(*thread)->origin.entry = (uint64_t)function;
	return result_of(problem);
}

TD_EXPORT int thrd_join(thrd_t thread, int *result)
{
	void *value = NULL;
	if (!td_current)
		return TD_REAL(thrd_join)(thread, result);
	int problem = td_thread_join(thread, &value, 0, 0, NULL, TD_HERE);
	if (result && !problem) {
		td_access_range((uint64_t)result, sizeof *result, 1, TD_HERE);
		*result = (int)(long)value;
	}
	return result_of(problem);
}

TD_EXPORT int thrd_detach(thrd_t thread)
{
	return td_current ? result_of(td_thread_detach(thread, TD_HERE)) : TD_REAL(thrd_detach)(thread);
}

TD_EXPORT void thrd_exit(int result)
{
	if (!td_current)
		TD_REAL(thrd_exit)(result);
	td_thread_exit((void *)(long)result);
}

TD_EXPORT int mtx_init(mtx_t *mutex, int type)
{
	if (!td_current)
		return TD_REAL(mtx_init)(mutex, type);
	int kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
	return result_of(td_mutex_init((pthread_mutex_t *)mutex, kind, TD_HERE));
}

TD_EXPORT int mtx_lock(mtx_t *mutex)
{
	return td_current ? result_of(td_mutex_lock((pthread_mutex_t *)mutex, TD_HERE)) : TD_REAL(mtx_lock)(mutex);
}

TD_EXPORT int mtx_trylock(mtx_t *mutex)
{
	return td_current ? result_of(td_mutex_trylock((pthread_mutex_t *)mutex, TD_HERE)) : TD_REAL(mtx_trylock)(mutex);
}

TD_EXPORT int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict limit)
{
	return td_current ? result_of(td_mutex_timedlock((pthread_mutex_t *)mutex, CLOCK_REALTIME, limit, TD_HERE))
			  : TD_REAL(mtx_timedlock)(mutex, limit);
}

TD_EXPORT int mtx_unlock(mtx_t *mutex)
{
	return td_current ? result_of(td_mutex_unlock((pthread_mutex_t *)mutex, TD_HERE)) : TD_REAL(mtx_unlock)(mutex);
}

/* Unlike POSIX, C lets one destroy a mutex that one holds, as long as nobody waits for it. */
TD_EXPORT void mtx_destroy(mtx_t *mutex)
{
	if (!td_current) {
		TD_REAL(mtx_destroy)(mutex);
		return;
	}
	while (td_mutex((pthread_mutex_t *)mutex, TD_HERE)->owner == td_current)
		td_mutex_unlock((pthread_mutex_t *)mutex, TD_HERE);
	td_mutex_destroy((pthread_mutex_t *)mutex, TD_HERE);
}

TD_EXPORT int cnd_init(cnd_t *cond)
{
	if (td_current)
		td_cond_init((pthread_cond_t *)cond, TD_HERE);
	return TD_REAL(cnd_init)(cond);
}

TD_EXPORT int cnd_wait(cnd_t *cond, mtx_t *mutex)
{
	return td_current ? result_of(td_cond_wait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex, 0, 0, NULL, TD_HERE))
			  : TD_REAL(cnd_wait)(cond, mutex);
}

TD_EXPORT int cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex, const struct timespec *restrict limit)
{
	return td_current ? result_of(td_cond_wait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex, 1, CLOCK_REALTIME, limit, TD_HERE))
			  : TD_REAL(cnd_timedwait)(cond, mutex, limit);
}

TD_EXPORT int cnd_signal(cnd_t *cond)
{
	return td_current ? result_of(td_cond_wake((pthread_cond_t *)cond, 0, TD_HERE)) : TD_REAL(cnd_signal)(cond);
}

TD_EXPORT int cnd_broadcast(cnd_t *cond)
{
	return td_current ? result_of(td_cond_wake((pthread_cond_t *)cond, 1, TD_HERE)) : TD_REAL(cnd_broadcast)(cond);
}

TD_EXPORT void cnd_destroy(cnd_t *cond)
{
	if (td_current)
		td_cond_destroy((pthread_cond_t *)cond, TD_HERE);
	else
		TD_REAL(cnd_destroy)(cond);
}

TD_EXPORT void call_once(once_flag *flag, void (*function)(void))
{
	if (td_current)
		td_once((pthread_once_t *)flag, function, TD_HERE);
	else
		TD_REAL(call_once)(flag, function);
}

TD_EXPORT int tss_create(tss_t *key, tss_dtor_t destructor)
{
	return td_current ? result_of(td_key_create(key, destructor)) : TD_REAL(tss_create)(key, destructor);
}

TD_EXPORT void *tss_get(tss_t key)
{
	return pthread_getspecific(key);
}

TD_EXPORT int tss_set(tss_t key, void *value)
{
	return result_of(pthread_setspecific(key, value));
}

TD_EXPORT void tss_delete(tss_t key)
{
	pthread_key_delete(key);
}
