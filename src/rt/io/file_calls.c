/* Calls for files, which never wait for another thread: what they read and write for the program is an access of its own, what they do with
 * the file a use of something that is no memory (files.h), and many are cancellation points. */
#include "files.h"
#include "hidden.h"
#include "output.h"
#include "rt/hooks.h"
#include "rt/engine.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

static void pass(uint64_t pc)
{
	if (td_current)
		td_cancel_point(td_current, pc);
}

static void will_touch(const void *buffer, size_t size, int is_filled, uint64_t pc)
{
	if (!td_current)
		return;
	if (is_filled)
		td_putback_touch((uint64_t)buffer, size);
	td_access_range((uint64_t)buffer, size, is_filled, pc);
}

static void will_touch_parts(const struct iovec *parts, int count, int is_filled, uint64_t pc)
{
	for (int i = 0; td_current && i < count; i++) {
		td_current->transfer.part = (uint32_t)i;
		will_touch(parts[i].iov_base, parts[i].iov_len, is_filled, pc);
		td_current->transfer.part = 0;
	}
}

TD_EXPORT ssize_t pread(int fd, void *buffer, size_t size, off_t offset)
{
	will_touch(buffer, size, 1, TD_HERE);
	pass(TD_HERE);
	td_file_use(fd, TD_SEES, TD_HERE);
	return TD_REAL(pread)(fd, buffer, size, offset);
}

TD_EXPORT ssize_t pwrite(int fd, const void *buffer, size_t size, off_t offset)
{
	will_touch(buffer, size, 0, TD_HERE);
	pass(TD_HERE);
	td_file_use(fd, TD_CHANGES, TD_HERE);
	return TD_REAL(pwrite)(fd, buffer, size, offset);
}

TD_EXPORT ssize_t preadv(int fd, const struct iovec *parts, int count, off_t offset)
{
	will_touch_parts(parts, count, 1, TD_HERE);
	pass(TD_HERE);
	td_file_use(fd, TD_SEES, TD_HERE);
	return TD_REAL(preadv)(fd, parts, count, offset);
}

TD_EXPORT ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset)
{
	will_touch_parts(parts, count, 0, TD_HERE);
	pass(TD_HERE);
	td_file_use(fd, TD_CHANGES, TD_HERE);
	return TD_REAL(pwritev)(fd, parts, count, offset);
}

TD_EXPORT off_t lseek(int fd, off_t offset, int from)
{
	td_file_use(fd, TD_SEES | TD_SEES_ORDER, TD_HERE);
	if (td_current && td_output_is_kept(fd))
		return 0;
	return TD_REAL(lseek)(fd, offset, from);
}

TD_EXPORT int ftruncate(int fd, off_t size)
{
	td_file_use(fd, TD_CHANGES, TD_HERE);
	if (td_current && td_output_is_kept(fd))
		return errno = EINVAL, -1;
	return TD_REAL(ftruncate)(fd, size);
}

TD_EXPORT int fsync(int fd)
{
	pass(TD_HERE);
	return TD_REAL(fsync)(fd);
}

TD_EXPORT int fdatasync(int fd)
{
	pass(TD_HERE);
	return TD_REAL(fdatasync)(fd);
}

TD_EXPORT __attribute__((alias("pread"))) ssize_t pread64(int fd, void *buffer, size_t size, off64_t offset);
TD_EXPORT __attribute__((alias("pwrite"))) ssize_t pwrite64(int fd, const void *buffer, size_t size, off64_t offset);
TD_EXPORT __attribute__((alias("preadv"))) ssize_t preadv64(int fd, const struct iovec *parts, int count, off64_t offset);
TD_EXPORT __attribute__((alias("pwritev"))) ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset);
TD_EXPORT __attribute__((alias("lseek"))) off64_t lseek64(int fd, off64_t offset, int from);
TD_EXPORT __attribute__((alias("ftruncate"))) int ftruncate64(int fd, off64_t size);
