/* The C library's calls that make sockets, name them and connect them. */
#include "fd_calls.h"
#include "fiber.h"
#include "loopback.h"
#include "putback.h"
#include "real.h"

#include <sys/socket.h>

static int controlled(int fd)
{
	return td_current && td_fd_is_ours(fd);
}

static int known(int fd)
{
	return td_current && td_loopback_has(fd);
}

/* A system call fails on memory that is still protected. */
static void will_fill(void *buffer, socklen_t *length)
{
	if (!td_current || !buffer || !length)
		return;
	td_putback_touch((uint64_t)buffer, *length);
	td_putback_touch((uint64_t)length, sizeof *length);
}

TD_EXPORT int socketpair(int domain, int type, int protocol, int fds[2])
{
	if (td_current)
		td_putback_touch((uint64_t)fds, 2 * sizeof *fds);
	int result = TD_REAL(socketpair)(domain, type, protocol, fds);
	if (td_current && !result)
		td_fd_made_two(fds, TD_FLOW_PAIR);
	return result;
}

TD_EXPORT int socket(int domain, int type, int protocol)
{
	if (td_current && td_loopback_takes(domain, type, protocol))
		return td_loopback_make(domain, type, protocol);
	int fd = TD_REAL(socket)(domain, type, protocol);
	if (td_current && fd >= 0)
		td_fd_made_socket(fd);
	return fd;
}

TD_EXPORT int bind(int fd, const struct sockaddr *address, socklen_t length)
{
	return known(fd) ? td_loopback_bind(fd, address, length, TD_HERE) : TD_REAL(bind)(fd, address, length);
}

TD_EXPORT int listen(int fd, int most)
{
	return known(fd) ? td_loopback_listen(fd, TD_HERE) : TD_REAL(listen)(fd, most);
}

static int accept_one(int fd, struct sockaddr *from, socklen_t *length, int flags, uint64_t pc)
{
	int is_ready = td_fd_wait(fd, TD_FD_ACCEPT, pc), result;
	if (!is_ready)
		result = td_fd_time_is_up();
	else if (td_loopback_has(fd))
		result = TD_REAL(accept4)(fd, NULL, NULL, flags);
	else
		result = TD_REAL(accept4)(fd, from, length, flags);
	if (result >= 0 && td_loopback_has(fd))
		td_loopback_accepted(result, fd, from, length);
	else
		td_fd_made_socket(result);
	td_fd_done(result);
	return result;
}

TD_EXPORT int accept4(int fd, struct sockaddr *restrict from, socklen_t *restrict length, int flags)
{
	will_fill(from, length);
	return controlled(fd) ? accept_one(fd, from, length, flags, TD_HERE) : TD_REAL(accept4)(fd, from, length, flags);
}

TD_EXPORT int accept(int fd, struct sockaddr *restrict from, socklen_t *restrict length)
{
	will_fill(from, length);
	return controlled(fd) ? accept_one(fd, from, length, 0, TD_HERE) : TD_REAL(accept)(fd, from, length);
}

/* On loopback a connection is made by the kernel at once, whether somebody accepts or not. */
TD_EXPORT int connect(int fd, const struct sockaddr *to, socklen_t length)
{
	if (known(fd))
		return td_loopback_connect(fd, to, length, TD_HERE);
	if (!controlled(fd))
		return TD_REAL(connect)(fd, to, length);
	td_fd_point(fd, TD_FD_CONNECT, TD_HERE);
	int result = TD_REAL(connect)(fd, to, length);
	td_fd_done(result);
	return result;
}

TD_EXPORT int getsockname(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
	will_fill(address, length);
	return known(fd) ? td_loopback_name(fd, address, length, 0) : TD_REAL(getsockname)(fd, address, length);
}

TD_EXPORT int getpeername(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
	will_fill(address, length);
	return known(fd) ? td_loopback_name(fd, address, length, 1) : TD_REAL(getpeername)(fd, address, length);
}

/* What is asked of TCP means nothing for the socket behind it. */
TD_EXPORT int setsockopt(int fd, int level, int name, const void *value, socklen_t length)
{
	if (known(fd) && td_loopback_is_disguised(fd) && (level != SOL_SOCKET || name == SO_REUSEPORT))
		return 0;
	return TD_REAL(setsockopt)(fd, level, name, value, length);
}

static int give_answer(int answer, void *value, socklen_t *length)
{
	socklen_t size = *length < sizeof answer ? *length : sizeof answer;
	td_plain_set(value, 0, *length);
	td_plain_copy(value, &answer, size);
	return 0;
}

TD_EXPORT int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict length)
{
	int own = 0;
	will_fill(value, length);
	if (known(fd) && td_loopback_is_disguised(fd) && (level != SOL_SOCKET || td_loopback_option(fd, name, &own)))
		return give_answer(own, value, length);
	return TD_REAL(getsockopt)(fd, level, name, value, length);
}
