/* The processors that a thread may run on.  All fibres run on one, so what a program asks for is noted and told again, and means nothing.  The
 * kernel would be asked about the threads that lend their storage (fiber.h), and remember it. */
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

struct chosen {
	uint64_t run;            /* the execution in which the thread chose */
	cpu_set_t processors;
};

static struct chosen TD_STATE *chosen; /* by the numbers of the threads */

/* What the process may use. */
static void all_processors(cpu_set_t *all)
{
	CPU_ZERO(all);
	td_syscall(SYS_sched_getaffinity, 0, sizeof *all, (long)all, 0, 0, 0);
}

static int choose(const struct td_fiber *fiber, size_t size, const cpu_set_t *wanted)
{
	cpu_set_t all, some;
	CPU_ZERO(&some);
	td_plain_copy(&some, wanted, size < sizeof some ? size : sizeof some);
	all_processors(&all);
	CPU_AND(&some, &some, &all);
	if (!CPU_COUNT(&some))
		return EINVAL;
	if (!chosen)
		chosen = td_map(TD_MAX_THREADS * sizeof *chosen);
	chosen[fiber->id] = (struct chosen){td_run, some};
	td_mark_refuse();
	return 0;
}

static int tell(const struct td_fiber *fiber, size_t size, cpu_set_t *told)
{
	cpu_set_t some;
	size_t least = sizeof(unsigned long);
	if (size < least)
		return EINVAL;
	all_processors(&some);
	if (chosen && chosen[fiber->id].run == td_run)
		some = chosen[fiber->id].processors;
	td_plain_set(told, 0, size);
	td_plain_copy(told, &some, size < sizeof some ? size : sizeof some);
	return 0;
}

/* Another process is left to the kernel. */
static int is_own(pid_t process)
{
	return td_current && (!process || process == getpid());
}

static int fail_if(int failure)
{
	return failure ? errno = failure, -1 : 0;
}

TD_EXPORT int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *processors)
{
	return is_own(process) ? fail_if(choose(td_current, size, processors)) : TD_REAL(sched_setaffinity)(process, size, processors);
}

TD_EXPORT int sched_getaffinity(pid_t process, size_t size, cpu_set_t *processors)
{
	return is_own(process) ? fail_if(tell(td_current, size, processors)) : TD_REAL(sched_getaffinity)(process, size, processors);
}

TD_EXPORT int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *processors)
{
	if (!td_current)
		return TD_REAL(pthread_setaffinity_np)(thread, size, processors);
	const struct td_fiber *fiber = td_fiber_of_handle(thread);
	return fiber ? choose(fiber, size, processors) : ESRCH;
}

TD_EXPORT int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *processors)
{
	if (!td_current)
		return TD_REAL(pthread_getaffinity_np)(thread, size, processors);
	const struct td_fiber *fiber = td_fiber_of_handle(thread);
	return fiber ? tell(fiber, size, processors) : ESRCH;
}
