/* Second names for descriptors: dup and the like, fcntl, and those that come in a message. */
#include "fd_calls.h"
#include "file_locks.h"
#include "files.h"
#include "flow.h"
#include "inherited.h"
#include "lock_calls.h"
#include "output.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

int fcntl64(int fd, int command, ...);

static int copied(int copy, int fd)
{
	if (!td_current || copy < 0 || copy == fd)
		return copy;
	if (td_fd_is_ours(fd))
		td_fd_made_copy(copy, fd);
	else
		td_fd_opened(copy);
	td_file_copied(copy, fd);
	td_file_lock_copied(copy, fd);
	return copy;
}

TD_EXPORT int dup(int fd)
{
	return copied(TD_REAL(dup)(fd), fd);
}

/* What the number stood for is closed. */
static int replace(int fd, int copy, int flags, uint64_t pc)
{
	int closes = td_current && fd != copy && td_fd_is_ours(copy);
	if (td_current && fd != copy)
		td_file_lock_closing(copy, pc);
	if (closes)
		td_fd_point(copy, TD_FD_CLOSE, pc);
	if (td_current && fd != copy)
		td_inherited_replace(copy);
	int result = fd == copy && !flags ? TD_REAL(dup2)(fd, copy) : TD_REAL(dup3)(fd, copy, flags);
	if (closes)
		td_fd_done(result);
	return copied(result, fd);
}

TD_EXPORT int dup2(int fd, int copy)
{
	return replace(fd, copy, 0, TD_HERE);
}

TD_EXPORT int dup3(int fd, int copy, int flags)
{
	return fd == copy ? TD_REAL(dup3)(fd, copy, flags) : replace(fd, copy, flags, TD_HERE);
}

static int control(int fd, int command, long argument, uint64_t pc)
{
	if (td_current && (command == F_GETLK || command == F_OFD_GETLK))
		td_putback_touch((uint64_t)argument, sizeof(struct flock));
	if (td_current && td_is_lock_command(command))
		return td_lock_command(fd, command, (struct flock *)argument, pc);
	if (td_current && (command == F_SETFL || command == F_SETFD) && !td_fd_is_ours(fd))
		td_inherited_set_flags();
	int appends = td_current && (command == F_GETFL || command == F_SETFL) && td_output_is_kept(fd) ? O_APPEND : 0;
	int result = TD_REAL(fcntl)(fd, command, command == F_SETFL ? argument | appends : argument);
	if (command == F_GETFL && result >= 0)
		return result & ~appends;
	return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? copied(result, fd) : result;
}

/* The same flags by another way, for which the program need not have asked for the others. */
static int sets_flags(unsigned long request)
{
	return request == FIONBIO || request == FIOASYNC || request == FIOCLEX || request == FIONCLEX;
}

/* The tool decides where standard input and output lead, and in gdb that is a terminal. */
TD_EXPORT int isatty(int fd)
{
	if (td_current && fd >= 0 && fd <= 2 && td_inherited_is(fd))
		return errno = ENOTTY, 0;
	return TD_REAL(isatty)(fd);
}

TD_EXPORT int ioctl(int fd, unsigned long request, ...)
{
	enum { MOST_ANSWERED = 256 };
	va_list args;
	va_start(args, request);
	uint64_t argument = va_arg(args, uint64_t);
	va_end(args);
	if (td_current && sets_flags(request) && !td_fd_is_ours(fd))
		td_inherited_set_flags();
	if (td_current)
		td_putback_touch(argument, MOST_ANSWERED);
	return TD_REAL(ioctl)(fd, request, argument);
}

TD_EXPORT int fcntl(int fd, int command, ...)
{
	va_list args;
	va_start(args, command);
	long argument = va_arg(args, long);
	va_end(args);
	return control(fd, command, argument, TD_HERE);
}

TD_EXPORT int fcntl64(int fd, int command, ...)
{
	va_list args;
	va_start(args, command);
	long argument = va_arg(args, long);
	va_end(args);
	return control(fd, command, argument, TD_HERE);
}

/* What they are copies of is not known: they may be ends of anything that the program has made. */
void td_fd_received(const struct msghdr *message)
{
	for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part; part = CMSG_NXTHDR((struct msghdr *)message, part)) {
		if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
			continue;
		const unsigned char *data = CMSG_DATA(part);
		for (size_t at = CMSG_LEN(0); at + sizeof(int) <= part->cmsg_len; at += sizeof(int)) {
			int fd;
			td_plain_copy(&fd, data + at - CMSG_LEN(0), sizeof fd);
			td_flows_are_one();
			td_fd_made_socket(fd);
		}
	}
}
