/* What the kernel keeps for the process and a program may change: the file mode mask, the directory, limits, scheduling, the terminal and so on.
 *
 * Such a setting outlives an execution.  The function that changes one says so first; then the runtime notes what it is, and puts it back
 * when the execution is over.  Programs that change none pay nothing. */
#ifndef TD_RT_SETTINGS_H
#define TD_RT_SETTINGS_H

enum td_setting {
	TD_SETTING_MODE_MASK,   /* umask */
	TD_SETTING_DIRECTORY,
	TD_SETTING_LIMITS,
	TD_SETTING_BREAK,       /* where the program's data end */
	TD_SETTING_SCHEDULING,  /* policy and priority */
	TD_SETTING_ATTRIBUTES,  /* by prctl */
	TD_SETTING_USERS,       /* and groups; a user that was given up for good does not come back */
	TD_SETTING_END
};

/* The running thread is about to change it. */
void td_setting_changes(enum td_setting setting);

int td_setting_is_attribute(int option); /* of prctl: does it change one that is put back? */

void td_settings_put_back(void);

#endif
