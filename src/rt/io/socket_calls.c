/* The C library's calls that make sockets, name them and connect them. */
#include "fd_calls.h"
#include "flow.h"
#include "loopback.h"
#include "rt/hooks.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <sys/socket.h>

static int controlled(int fd)
{
	return td_current && td_fd_is_ours(fd);
}

static int known(int fd)
{
	return td_current && td_loopback_has(fd);
}

TD_EXPORT int socketpair(int domain, int type, int protocol, int fds[2])
{
	if (!td_current)
		return TD_REAL(socketpair)(domain, type, protocol, fds);
	int own[2], result = TD_REAL(socketpair)(domain, type, protocol, own);
	if (result)
		return result;
	td_fd_made_two(own, TD_FLOW_PAIR);
	td_access_give(fds, own, sizeof own, TD_HERE);
	return 0;
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

/* From then on others can send to it. */
static int bind_unknown(int fd, const struct sockaddr *address, socklen_t length, uint64_t pc)
{
	td_fd_point(fd, TD_FD_BIND, pc);
	int result = td_loopback_bind_really(fd, address, length);
	td_fd_done(result);
	return result;
}

TD_EXPORT int bind(int fd, const struct sockaddr *address, socklen_t length)
{
	if (!controlled(fd))
		return TD_REAL(bind)(fd, address, length);
	return known(fd) ? td_loopback_bind(fd, address, length, TD_HERE) : bind_unknown(fd, address, length, TD_HERE);
}

TD_EXPORT int listen(int fd, int most)
{
	return known(fd) ? td_loopback_listen(fd, TD_HERE) : TD_REAL(listen)(fd, most);
}

static int accept_one(int fd, struct sockaddr *from, socklen_t *length, int flags, uint64_t pc)
{
	struct td_address own = TD_ADDRESS_ROOM;
	int is_ours = td_fd_is_ours(fd), is_ready = !is_ours || td_fd_wait(fd, TD_FD_ACCEPT, pc);
	int result = is_ready ? TD_REAL(accept4)(fd, &own.any, &own.length, flags) : td_fd_time_is_up();
	if (result >= 0 && td_loopback_has(fd))
		td_loopback_accepted(result, fd, &own);
	else if (is_ours)
		td_fd_made_socket(result);
	if (is_ours)
		td_fd_done(result);
	if (result >= 0)
		td_fd_give_address(&own, from, length, pc);
	return result;
}

TD_EXPORT int accept4(int fd, struct sockaddr *restrict from, socklen_t *restrict length, int flags)
{
	return td_current ? accept_one(fd, from, length, flags, TD_HERE) : TD_REAL(accept4)(fd, from, length, flags);
}

TD_EXPORT int accept(int fd, struct sockaddr *restrict from, socklen_t *restrict length)
{
	return td_current ? accept_one(fd, from, length, 0, TD_HERE) : TD_REAL(accept)(fd, from, length);
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

static int tell_name(int fd, struct sockaddr *address, socklen_t *length, int of_peer, uint64_t pc)
{
	struct td_address own = TD_ADDRESS_ROOM;
	int result;
	if (td_loopback_has(fd))
		result = td_loopback_name(fd, &own, of_peer);
	else if (of_peer)
		result = TD_REAL(getpeername)(fd, &own.any, &own.length);
	else
		result = TD_REAL(getsockname)(fd, &own.any, &own.length);
	if (!result)
		td_fd_give_address(&own, address, length, pc);
	return result;
}

TD_EXPORT int getsockname(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
	return td_current ? tell_name(fd, address, length, 0, TD_HERE) : TD_REAL(getsockname)(fd, address, length);
}

TD_EXPORT int getpeername(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
	return td_current ? tell_name(fd, address, length, 1, TD_HERE) : TD_REAL(getpeername)(fd, address, length);
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
	if (td_current && value && length) { /* a system call fails on memory that is still protected */
		td_putback_touch((uint64_t)value, *length);
		td_putback_touch((uint64_t)length, sizeof *length);
	}
	if (known(fd) && td_loopback_is_disguised(fd) && (level != SOL_SOCKET || td_loopback_option(fd, name, &own)))
		return give_answer(own, value, length);
	return TD_REAL(getsockopt)(fd, level, name, value, length);
}
