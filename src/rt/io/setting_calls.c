/* Calls that change a setting of the process (settings.h). */
#include "settings.h"
#include "rt/hooks.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

TD_EXPORT mode_t umask(mode_t mask)
{
	td_setting_changes(TD_SETTING_MODE_MASK);
	return TD_REAL(umask)(mask);
}

/* What Treadle needs to explore would count as well. */
static void refuse_limit_of_memory(const char *function, int which, const struct rlimit *limit, uint64_t pc)
{
	if (!td_current || (which != RLIMIT_AS && which != RLIMIT_DATA) || limit->rlim_cur == RLIM_INFINITY)
		return;
	td_current->pending.pc = pc;
	td_unsupported("%s: a limit of memory would be one for Treadle's own, too", function);
}

TD_EXPORT int setrlimit(__rlimit_resource_t which, const struct rlimit *limit)
{
	refuse_limit_of_memory("setrlimit", (int)which, limit, TD_HERE);
	td_setting_changes(TD_SETTING_LIMITS);
	return TD_REAL(setrlimit)(which, limit);
}

TD_EXPORT int prlimit(pid_t process, enum __rlimit_resource which, const struct rlimit *limit, struct rlimit *old)
{
	if (limit && (!process || process == getpid())) {
		refuse_limit_of_memory("prlimit", (int)which, limit, TD_HERE);
		td_setting_changes(TD_SETTING_LIMITS);
	}
	if (limit)
		td_access_of_caller(limit, sizeof *limit, 0, TD_HERE);
	if (old)
		td_access_of_caller(old, sizeof *old, 1, TD_HERE);
	if (td_current && old)
		td_putback_touch((uint64_t)old, sizeof *old);
	return TD_REAL(prlimit)(process, which, limit, old);
}

TD_EXPORT __attribute__((alias("setrlimit"))) int setrlimit64(__rlimit_resource_t which, const struct rlimit64 *limit);
TD_EXPORT __attribute__((alias("prlimit"))) int prlimit64(pid_t process, enum __rlimit_resource which, const struct rlimit64 *limit,
							  struct rlimit64 *old);

TD_EXPORT int nice(int more)
{
	td_setting_changes(TD_SETTING_SCHEDULING);
	return TD_REAL(nice)(more);
}

TD_EXPORT int setpriority(__priority_which_t which, id_t of, int priority)
{
	td_setting_changes(TD_SETTING_SCHEDULING);
	return TD_REAL(setpriority)(which, of, priority);
}

TD_EXPORT int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters)
{
	td_setting_changes(TD_SETTING_SCHEDULING);
	return TD_REAL(sched_setscheduler)(process, policy, parameters);
}

TD_EXPORT int sched_setparam(pid_t process, const struct sched_param *parameters)
{
	td_setting_changes(TD_SETTING_SCHEDULING);
	return TD_REAL(sched_setparam)(process, parameters);
}

TD_EXPORT int prctl(int option, ...)
{
	va_list args;
	va_start(args, option);
	unsigned long values[4];
	for (int i = 0; i < 4; i++)
		values[i] = va_arg(args, unsigned long);
	va_end(args);
	if (td_setting_is_attribute(option))
		td_setting_changes(TD_SETTING_ATTRIBUTES);
	if (td_current && option == PR_GET_NAME)
		td_putback_touch(values[0], 16);
	return TD_REAL(prctl)(option, values[0], values[1], values[2], values[3]);
}
