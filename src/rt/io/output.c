#include "output.h"

#include "rt/sys.h"

#include <sys/syscall.h>

static struct stat TD_STATE file, nothing;   /* the tool's file; /dev/null */
static uint8_t TD_STATE is_kept;

/* The tool's file has no name. */
void td_output_setup(void)
{
	if (td_syscall(SYS_fstat, 1, (long)&file, 0, 0, 0, 0) || !S_ISREG(file.st_mode) || file.st_nlink)
		return;
	is_kept = !td_syscall(SYS_stat, (long)"/dev/null", (long)&nothing, 0, 0, 0, 0);
}

int td_output_is_kept(int fd)
{
	struct stat status;
	return is_kept && !td_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) && status.st_ino == file.st_ino && status.st_dev == file.st_dev;
}

void td_output_describe(struct stat *status)
{
	*status = nothing;
}
