/* Calls for the names of files: which of two threads makes, removes or asks for one first decides what each of them is told. */
#include "fd_calls.h"
#include "files.h"
#include "hidden.h"
#include "output.h"
#include "settings.h"
#include "rt/hooks.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is done with a name is not undone when an execution goes back to a mark.  A call that fails has changed nothing. */
static void begin(struct td_hidden_step *step, int directory, const char *path, uint64_t pc)
{
	if (td_current)
		td_mark_refuse();
	td_file_begin_name(step, directory, path, TD_SEES_NAME | TD_CHANGES_NAME, pc);
}

static void begin_two(struct td_hidden_step *step, int from, const char *path, int to, const char *other, uint64_t pc)
{
	if (td_current)
		td_mark_refuse();
	td_file_begin_names(step, from, path, to, other, TD_SEES_NAME | TD_CHANGES_NAME, pc);
}

static int end(const struct td_hidden_step *step, int result)
{
	return (int)td_file_end(step, result, !result);
}

TD_EXPORT int unlink(const char *path)
{
	struct td_hidden_step step;
	begin(&step, AT_FDCWD, path, TD_HERE);
	return end(&step, TD_REAL(unlink)(path));
}

TD_EXPORT int unlinkat(int directory, const char *path, int flags)
{
	struct td_hidden_step step;
	begin(&step, directory, path, TD_HERE);
	return end(&step, TD_REAL(unlinkat)(directory, path, flags));
}

TD_EXPORT int remove(const char *path)
{
	struct td_hidden_step step;
	begin(&step, AT_FDCWD, path, TD_HERE);
	return end(&step, TD_REAL(remove)(path));
}

TD_EXPORT int rmdir(const char *path)
{
	struct td_hidden_step step;
	begin(&step, AT_FDCWD, path, TD_HERE);
	return end(&step, TD_REAL(rmdir)(path));
}

TD_EXPORT int mkdir(const char *path, mode_t mode)
{
	struct td_hidden_step step;
	begin(&step, AT_FDCWD, path, TD_HERE);
	return end(&step, TD_REAL(mkdir)(path, mode));
}

TD_EXPORT int mkdirat(int directory, const char *path, mode_t mode)
{
	struct td_hidden_step step;
	begin(&step, directory, path, TD_HERE);
	return end(&step, TD_REAL(mkdirat)(directory, path, mode));
}

TD_EXPORT int symlink(const char *target, const char *path)
{
	struct td_hidden_step step;
	begin(&step, AT_FDCWD, path, TD_HERE);
	return end(&step, TD_REAL(symlink)(target, path));
}

TD_EXPORT int rename(const char *path, const char *other)
{
	struct td_hidden_step step;
	begin_two(&step, AT_FDCWD, path, AT_FDCWD, other, TD_HERE);
	return end(&step, TD_REAL(rename)(path, other));
}

TD_EXPORT int renameat(int from, const char *path, int to, const char *other)
{
	struct td_hidden_step step;
	begin_two(&step, from, path, to, other, TD_HERE);
	return end(&step, TD_REAL(renameat)(from, path, to, other));
}

TD_EXPORT int link(const char *path, const char *other)
{
	struct td_hidden_step step;
	begin_two(&step, AT_FDCWD, path, AT_FDCWD, other, TD_HERE);
	return end(&step, TD_REAL(link)(path, other));
}

TD_EXPORT int truncate(const char *path, off_t size)
{
	if (td_current)
		td_mark_refuse();
	td_file_use_name(AT_FDCWD, path, TD_SEES_NAME | TD_CHANGES, TD_HERE);
	return TD_REAL(truncate)(path, size);
}

TD_EXPORT int access(const char *path, int mode)
{
	td_file_use_name(AT_FDCWD, path, TD_SEES_NAME, TD_HERE);
	return TD_REAL(access)(path, mode);
}

TD_EXPORT int faccessat(int directory, const char *path, int mode, int flags)
{
	td_file_use_name(directory, path, TD_SEES_NAME, TD_HERE);
	return TD_REAL(faccessat)(directory, path, mode, flags);
}

TD_EXPORT __attribute__((alias("truncate"))) int truncate64(const char *path, off64_t size);

TD_EXPORT int chdir(const char *path)
{
	td_files_moved();
	td_setting_changes(TD_SETTING_DIRECTORY);
	return TD_REAL(chdir)(path);
}

TD_EXPORT int fchdir(int fd)
{
	td_files_moved();
	td_setting_changes(TD_SETTING_DIRECTORY);
	return TD_REAL(fchdir)(fd);
}

extern size_t __real_strlen(const char *); /* see rt/hooks/mem.c */

/* A name that no file has. */
static int drawn(int fd, const char *path, uint64_t pc)
{
	if (td_current && fd >= 0) {
		td_fd_opened(fd);
		td_file_drawn(fd, path);
		td_access_of_caller(path, __real_strlen(path) + 1, 1, pc);
	}
	return fd;
}

TD_EXPORT int mkstemp(char *path)
{
	return drawn(TD_REAL(mkstemp)(path), path, TD_HERE);
}

TD_EXPORT int mkostemp(char *path, int flags)
{
	return drawn(TD_REAL(mkostemp)(path, flags), path, TD_HERE);
}

TD_EXPORT __attribute__((alias("mkstemp"))) int mkstemp64(char *path);
TD_EXPORT __attribute__((alias("mkostemp"))) int mkostemp64(char *path, int flags);

/* Before 2.33 these were no functions that can be called by name. */
#if __GLIBC_PREREQ(2, 33)
static void will_tell(struct stat *status, uint64_t pc)
{
	if (!td_current)
		return;
	td_putback_touch((uint64_t)status, sizeof *status);
	td_access_range((uint64_t)status, sizeof *status, 1, pc);
}

TD_EXPORT int stat(const char *restrict path, struct stat *restrict status)
{
	will_tell(status, TD_HERE);
	td_file_use_name(AT_FDCWD, path, TD_SEES | TD_SEES_NAME, TD_HERE);
	return TD_REAL(stat)(path, status);
}

TD_EXPORT int lstat(const char *restrict path, struct stat *restrict status)
{
	will_tell(status, TD_HERE);
	td_file_use_name(AT_FDCWD, path, TD_SEES | TD_SEES_NAME, TD_HERE);
	return TD_REAL(lstat)(path, status);
}

TD_EXPORT int fstatat(int directory, const char *restrict path, struct stat *restrict status, int flags)
{
	will_tell(status, TD_HERE);
	td_file_use_name(directory, path, TD_SEES | TD_SEES_NAME, TD_HERE);
	return TD_REAL(fstatat)(directory, path, status, flags);
}

TD_EXPORT int fstat(int fd, struct stat *status)
{
	will_tell(status, TD_HERE);
	td_file_use(fd, TD_SEES, TD_HERE);
	if (td_current && td_output_is_kept(fd))
		return td_output_describe(status), 0;
	return TD_REAL(fstat)(fd, status);
}

TD_EXPORT __attribute__((alias("stat"))) int stat64(const char *restrict path, struct stat64 *restrict status);
TD_EXPORT __attribute__((alias("lstat"))) int lstat64(const char *restrict path, struct stat64 *restrict status);
TD_EXPORT __attribute__((alias("fstatat"))) int fstatat64(int directory, const char *restrict path, struct stat64 *restrict status, int flags);
TD_EXPORT __attribute__((alias("fstat"))) int fstat64(int fd, struct stat64 *status);
#endif
