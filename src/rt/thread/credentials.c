/* Changing the user and the groups that a program runs for, as servers do when they have opened their ports.
 *
 * The kernel has these for each thread.  The C library changes them in all by a signal, which the threads that lend their storage
 * (fiber.h) never take; but the program's threads are all on one, so that it is enough to change them there.  They are put back
 * (settings.h), but for what was given up for good: where the next execution is another one because of that, executions are forked. */
#include "rt/io.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { UNCHANGED = -1 };

static int change(long call, long first, long second, long third)
{
	td_setting_changes(TD_SETTING_USERS);
	long result = td_syscall(call, first, second, third, 0, 0, 0);
	if (result >= 0)
		return 0;
	errno = (int)-result;
	return -1;
}

TD_EXPORT int setuid(uid_t user)
{
	return td_current ? change(SYS_setuid, user, 0, 0) : TD_REAL(setuid)(user);
}

TD_EXPORT int setgid(gid_t group)
{
	return td_current ? change(SYS_setgid, group, 0, 0) : TD_REAL(setgid)(group);
}

TD_EXPORT int seteuid(uid_t user)
{
	return td_current ? change(SYS_setresuid, UNCHANGED, user, UNCHANGED) : TD_REAL(seteuid)(user);
}

TD_EXPORT int setegid(gid_t group)
{
	return td_current ? change(SYS_setresgid, UNCHANGED, group, UNCHANGED) : TD_REAL(setegid)(group);
}

TD_EXPORT int setreuid(uid_t real, uid_t effective)
{
	return td_current ? change(SYS_setreuid, real, effective, 0) : TD_REAL(setreuid)(real, effective);
}

TD_EXPORT int setregid(gid_t real, gid_t effective)
{
	return td_current ? change(SYS_setregid, real, effective, 0) : TD_REAL(setregid)(real, effective);
}

TD_EXPORT int setresuid(uid_t real, uid_t effective, uid_t saved)
{
	return td_current ? change(SYS_setresuid, real, effective, saved) : TD_REAL(setresuid)(real, effective, saved);
}

TD_EXPORT int setresgid(gid_t real, gid_t effective, gid_t saved)
{
	return td_current ? change(SYS_setresgid, real, effective, saved) : TD_REAL(setresgid)(real, effective, saved);
}

TD_EXPORT int setgroups(size_t count, const gid_t *groups)
{
	return td_current ? change(SYS_setgroups, (long)count, (long)groups, 0) : TD_REAL(setgroups)(count, groups);
}

/* The C library's would call its own setgroups. */
TD_EXPORT int initgroups(const char *user, gid_t group)
{
	if (!td_current)
		return TD_REAL(initgroups)(user, group);
	static gid_t *TD_STATE groups;
	if (!groups)
		groups = td_map(NGROUPS_MAX * sizeof *groups);
	int count = NGROUPS_MAX;
	getgrouplist(user, group, groups, &count);
	return change(SYS_setgroups, count, (long)groups, 0);
}
