#include "settings.h"

#include "fd_calls.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NAME = 16, ATTRIBUTES = 3, LIMITS = RLIM_NLIMITS };

struct scheduling {
	long policy, priority;
	struct sched_param parameters;
};

struct owners {
	uint32_t users[3], groups[3];
	long group_count;
	uint32_t other_groups[NGROUPS_MAX];
};

static uint8_t TD_STATE changed[TD_SETTING_END], has_changed;

static long TD_STATE mode_mask, program_break;
static int TD_STATE directory;
static struct rlimit TD_STATE limits[LIMITS];
static struct scheduling TD_STATE scheduling;
static char TD_STATE name[NAME];
static long TD_STATE attributes[ATTRIBUTES];
static struct owners TD_STATE *owners;

static long call(long number, long a, long b, long c)
{
	return td_syscall(number, a, b, c, 0, 0, 0);
}

static void note_mode_mask(void)
{
	mode_mask = call(SYS_umask, 0, 0, 0);
	call(SYS_umask, mode_mask, 0, 0);
}

static void put_mode_mask_back(void)
{
	call(SYS_umask, mode_mask, 0, 0);
}

/* Away from the descriptors that the program gets. */
static void note_directory(void)
{
	long low = call(SYS_open, (long)".", O_PATH | O_CLOEXEC, 0), high = call(SYS_fcntl, low, F_DUPFD_CLOEXEC, TD_SIGNAL_FDS);
	directory = (int)(high < 0 ? low : high);
	if (high >= 0)
		call(SYS_close, low, 0, 0);
	td_fd_touched();
}

static void put_directory_back(void)
{
	call(SYS_fchdir, directory, 0, 0);
}

static void note_limits(void)
{
	for (int i = 0; i < LIMITS; i++)
		call(SYS_getrlimit, i, (long)&limits[i], 0);
}

static void put_limits_back(void)
{
	for (int i = 0; i < LIMITS; i++)
		call(SYS_setrlimit, i, (long)&limits[i], 0);
}

static void note_break(void)
{
	program_break = call(SYS_brk, 0, 0, 0);
}

static void put_break_back(void)
{
	call(SYS_brk, program_break, 0, 0);
}

static void note_scheduling(void)
{
	scheduling.policy = call(SYS_sched_getscheduler, 0, 0, 0);
	call(SYS_sched_getparam, 0, (long)&scheduling.parameters, 0);
	scheduling.priority = 20 - call(SYS_getpriority, PRIO_PROCESS, 0, 0); /* as the kernel says it */
}

static void put_scheduling_back(void)
{
	call(SYS_sched_setscheduler, 0, scheduling.policy, (long)&scheduling.parameters);
	call(SYS_setpriority, PRIO_PROCESS, 0, scheduling.priority);
}

/* Each by the option that asks for it and the one that sets it. */
static const int attribute_options[ATTRIBUTES][2] = {
	{PR_GET_DUMPABLE, PR_SET_DUMPABLE},
	{PR_GET_KEEPCAPS, PR_SET_KEEPCAPS},
	{PR_GET_TIMERSLACK, PR_SET_TIMERSLACK},
};

static void note_attributes(void)
{
	call(SYS_prctl, PR_GET_NAME, (long)name, 0);
	for (int i = 0; i < ATTRIBUTES; i++)
		attributes[i] = call(SYS_prctl, attribute_options[i][0], 0, 0);
}

int td_setting_is_attribute(int option)
{
	for (int i = 0; i < ATTRIBUTES; i++)
		if (attribute_options[i][1] == option)
			return 1;
	return option == PR_SET_NAME;
}

static void put_attributes_back(void)
{
	call(SYS_prctl, PR_SET_NAME, (long)name, 0);
	for (int i = 0; i < ATTRIBUTES; i++)
		call(SYS_prctl, attribute_options[i][1], attributes[i], 0);
}

static void note_users(void)
{
	if (!owners)
		owners = td_map(sizeof *owners);
	call(SYS_getresuid, (long)&owners->users[0], (long)&owners->users[1], (long)&owners->users[2]);
	call(SYS_getresgid, (long)&owners->groups[0], (long)&owners->groups[1], (long)&owners->groups[2]);
	owners->group_count = call(SYS_getgroups, NGROUPS_MAX, (long)owners->other_groups, 0);
}

/* The user first: who is root again may change groups. */
static void put_users_back(void)
{
	call(SYS_setresuid, owners->users[0], owners->users[1], owners->users[2]);
	call(SYS_setresgid, owners->groups[0], owners->groups[1], owners->groups[2]);
	call(SYS_setgroups, owners->group_count, (long)owners->other_groups, 0);
}

static const struct {
	void (*note)(void), (*put_back)(void);
} settings[TD_SETTING_END] = {
	[TD_SETTING_MODE_MASK] = {note_mode_mask, put_mode_mask_back},
	[TD_SETTING_DIRECTORY] = {note_directory, put_directory_back},
	[TD_SETTING_LIMITS] = {note_limits, put_limits_back},
	[TD_SETTING_BREAK] = {note_break, put_break_back},
	[TD_SETTING_SCHEDULING] = {note_scheduling, put_scheduling_back},
	[TD_SETTING_ATTRIBUTES] = {note_attributes, put_attributes_back},
	[TD_SETTING_USERS] = {note_users, put_users_back},
};

void td_setting_changes(enum td_setting setting)
{
	if (!td_current)
		return;
	td_mark_refuse();
	if (changed[setting])
		return;
	changed[setting] = has_changed = 1;
	settings[setting].note();
}

void td_settings_put_back(void)
{
	if (!has_changed)
		return;
	for (uint32_t i = 0; i < TD_SETTING_END; i++)
		if (changed[i])
			settings[i].put_back();
	td_plain_set(changed, 0, sizeof changed);
	has_changed = 0;
}
