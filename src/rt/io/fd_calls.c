/* The C library's calls that work on descriptors. */
#include "fd_calls.h"

#include "clock_calls.h"
#include "file_locks.h"
#include "files.h"
#include "flow.h"
#include "hidden.h"
#include "inherited.h"
#include "loopback.h"
#include "random.h"
#include "stream.h"
#include "timerfd.h"
#include "rt/hooks.h"
#include "rt/engine.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_EVENTS = 1024 }; /* that one call tells; others come with the next */

#define A_WHILE 100000000ull /* nanoseconds */

static int controlled(int fd)
{
	return td_current && td_fd_is_ours(fd);
}

/* Files do not wait, but who reads and writes them for ever may be meant to do so until it is cancelled. */
static void pass_file(uint64_t pc)
{
	if (td_current)
		td_cancel_point(td_current, pc);
}

/* A system call fails on memory that is still protected, and the access is one of the program's. */
static void will_fill(void *buffer, size_t size, uint64_t pc)
{
	if (!td_current)
		return;
	td_putback_touch((uint64_t)buffer, size);
	td_access_range((uint64_t)buffer, size, 1, pc);
}

static void will_read(const void *buffer, size_t size, uint64_t pc)
{
	if (td_current)
		td_access_range((uint64_t)buffer, size, 0, pc);
}

/* One part after the other is read or written by one call, which makes it look as though the thread were going round. */
static void access_parts(const struct iovec *parts, size_t count, int is_filled, uint64_t pc)
{
	for (size_t i = 0; td_current && i < count; i++) {
		td_current->transfer.part = (uint32_t)i;
		if (is_filled)
			will_fill(parts[i].iov_base, parts[i].iov_len, pc);
		else
			will_read(parts[i].iov_base, parts[i].iov_len, pc);
		td_current->transfer.part = 0;
	}
}

ssize_t td_fd_read(int fd, void *buffer, size_t size, uint64_t pc)
{
	ssize_t result = td_fd_wait(fd, TD_FD_READ, pc) ? TD_REAL(read)(fd, buffer, size) : td_fd_time_is_up();
	td_fd_done(result);
	return result;
}

/* Who has come to the end stays where it is. */
static ssize_t read_regular(int fd, void *buffer, size_t size, uint64_t pc)
{
	struct td_hidden_step step;
	td_file_begin(&step, fd, TD_SEES | TD_SEES_ORDER, pc);
	ssize_t result = TD_REAL(read)(fd, buffer, size);
	return td_file_end(&step, result, result > 0);
}

static ssize_t read_file(int fd, void *buffer, size_t size, uint64_t pc)
{
	pass_file(pc);
	if (!td_current || !td_random_is_device(fd))
		return read_regular(fd, buffer, size, pc);
	td_random_fill(buffer, size, pc);
	return (ssize_t)size;
}

static ssize_t read_from(int fd, void *buffer, size_t size, uint64_t pc)
{
	will_fill(buffer, size, pc);
	return controlled(fd) ? td_fd_read(fd, buffer, size, pc) : read_file(fd, buffer, size, pc);
}

TD_EXPORT ssize_t read(int fd, void *buffer, size_t size)
{
	return read_from(fd, buffer, size, TD_HERE);
}

/* As send does for a socket: with MSG_DONTWAIT it does not wait in the kernel, whatever the descriptor says. */
static ssize_t write_flagged(int fd, const void *buffer, size_t size, int flags)
{
	if (!(flags & MSG_DONTWAIT))
		return TD_REAL(write)(fd, buffer, size);
	int before = TD_REAL(fcntl)(fd, F_GETFL);
	TD_REAL(fcntl)(fd, F_SETFL, before | O_NONBLOCK);
	ssize_t result = TD_REAL(write)(fd, buffer, size);
	int why = errno;
	TD_REAL(fcntl)(fd, F_SETFL, before);
	errno = why;
	return result;
}

/* Who writes more than there is room for waits with a part of it written. */
static int may_be_in_parts(int fd, size_t size)
{
	enum td_flow_kind kind = td_flow_kind(fd);
	return !td_fd_is_nonblocking(fd) && (kind == TD_FLOW_PAIR || (kind == TD_FLOW_PIPE && size > PIPE_BUF));
}

/* What is there to put with: send, or write_flagged. */
typedef ssize_t putter(int fd, const void *buffer, size_t size, int flags);

static ssize_t put_in_parts(putter *put, int fd, const char *buffer, size_t size, int flags, uint64_t pc)
{
	size_t done = 0;
	do {
		int is_ready = td_fd_wait(fd, TD_FD_WRITE, pc);
		ssize_t result = put(fd, buffer + done, size - done, flags | MSG_DONTWAIT);
		if (result < 0 && errno == EAGAIN && is_ready)
			result = put(fd, buffer + done, size - done, flags);
		td_fd_done(result);
		if (result < 0)
			return done ? (ssize_t)done : result;
		done += (size_t)result;
	} while (done < size);
	return (ssize_t)done;
}

ssize_t td_fd_write(int fd, const void *buffer, size_t size, uint64_t pc)
{
	if (may_be_in_parts(fd, size))
		return put_in_parts(write_flagged, fd, buffer, size, 0, pc);
	ssize_t result = td_fd_wait(fd, TD_FD_WRITE, pc) ? TD_REAL(write)(fd, buffer, size) : td_fd_time_is_up();
	td_fd_done(result);
	return result;
}

static ssize_t write_to(int fd, const void *buffer, size_t size, uint64_t pc)
{
	will_read(buffer, size, pc);
	if (controlled(fd))
		return td_fd_write(fd, buffer, size, pc);
	pass_file(pc);
	td_file_use(fd, TD_CHANGES, pc);
	return TD_REAL(write)(fd, buffer, size);
}

TD_EXPORT ssize_t write(int fd, const void *buffer, size_t size)
{
	return write_to(fd, buffer, size, TD_HERE);
}

TD_EXPORT int eventfd_read(int fd, eventfd_t *value)
{
	return read_from(fd, value, sizeof *value, TD_HERE) == sizeof *value ? 0 : -1;
}

TD_EXPORT int eventfd_write(int fd, eventfd_t value)
{
	return write_to(fd, &value, sizeof value, TD_HERE) == sizeof value ? 0 : -1;
}

TD_EXPORT ssize_t readv(int fd, const struct iovec *parts, int count)
{
	access_parts(parts, count > 0 ? (size_t)count : 0, 1, TD_HERE);
	if (td_current && count > 0 && !td_fd_is_ours(fd) && td_random_is_device(fd))
		return read_file(fd, parts->iov_base, parts->iov_len, TD_HERE);
	if (!controlled(fd)) {
		pass_file(TD_HERE);
		td_file_use(fd, TD_SEES | TD_SEES_ORDER, TD_HERE);
		return TD_REAL(readv)(fd, parts, count);
	}
	ssize_t result = td_fd_wait(fd, TD_FD_READ, TD_HERE) ? TD_REAL(readv)(fd, parts, count) : td_fd_time_is_up();
	td_fd_done(result);
	return result;
}

TD_EXPORT ssize_t writev(int fd, const struct iovec *parts, int count)
{
	access_parts(parts, count > 0 ? (size_t)count : 0, 0, TD_HERE);
	if (!controlled(fd)) {
		pass_file(TD_HERE);
		td_file_use(fd, TD_CHANGES, TD_HERE);
		return TD_REAL(writev)(fd, parts, count);
	}
	ssize_t result = td_fd_wait(fd, TD_FD_WRITE, TD_HERE) ? TD_REAL(writev)(fd, parts, count) : td_fd_time_is_up();
	td_fd_done(result);
	return result;
}

/* For a call with such flags; returns those to make it with, so that it does not wait in the kernel after it has waited here. */
static int wait_flagged(int fd, enum td_kind kind, int flags, uint64_t pc)
{
	if (flags & MSG_DONTWAIT)
		td_fd_point(fd, kind, pc);
	else if (!td_fd_wait(fd, kind, pc))
		flags |= MSG_DONTWAIT;
	return flags;
}

static ssize_t receive_all(int fd, char *buffer, size_t size, int flags, uint64_t pc)
{
	size_t received = 0;
	ssize_t result;
	do {
		result = TD_REAL(recv)(fd, buffer + received, size - received, wait_flagged(fd, TD_FD_READ, flags, pc));
		td_fd_done(result);
		received += result > 0 ? (size_t)result : 0;
	} while (result > 0 && received < size);
	return received || !result ? (ssize_t)received : result;
}

TD_EXPORT ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
	will_fill(buffer, size, TD_HERE);
	if (!controlled(fd))
		return TD_REAL(recv)(fd, buffer, size, flags);
	if (flags & MSG_WAITALL && !(flags & (MSG_DONTWAIT | MSG_PEEK)) && !td_fd_is_nonblocking(fd))
		return receive_all(fd, buffer, size, flags & ~MSG_WAITALL, TD_HERE);
	flags = wait_flagged(fd, TD_FD_READ, flags, TD_HERE);
	ssize_t result = TD_REAL(recv)(fd, buffer, size, flags);
	td_fd_done(result);
	return result;
}

static ssize_t send_to_other(int fd, const void *buffer, size_t size, int flags, uint64_t pc)
{
	will_read(buffer, size, pc);
	if (!controlled(fd))
		return TD_REAL(send)(fd, buffer, size, flags);
	if (!(flags & ~MSG_NOSIGNAL) && may_be_in_parts(fd, size))
		return put_in_parts(TD_REAL(send), fd, buffer, size, flags, pc);
	flags = wait_flagged(fd, TD_FD_WRITE, flags, pc);
	ssize_t result = TD_REAL(send)(fd, buffer, size, flags);
	td_fd_done(result);
	return result;
}

TD_EXPORT ssize_t send(int fd, const void *buffer, size_t size, int flags)
{
	return send_to_other(fd, buffer, size, flags, TD_HERE);
}

void td_fd_give_address(const struct td_address *self, struct sockaddr *to, socklen_t *length, uint64_t pc)
{
	if (!to || !length)
		return;
	td_access_give(to, &self->any, *length < self->length ? *length : self->length, pc);
	td_access_give(length, &self->length, sizeof *length, pc);
}

TD_EXPORT ssize_t recvfrom(int fd, void *restrict buffer, size_t size, int flags, struct sockaddr *restrict from,
			   socklen_t *restrict length)
{
	struct td_address own = TD_ADDRESS_ROOM;
	will_fill(buffer, size, TD_HERE);
	if (!td_current)
		return TD_REAL(recvfrom)(fd, buffer, size, flags, from, length);
	int is_ours = td_fd_is_ours(fd);
	if (is_ours)
		flags = wait_flagged(fd, TD_FD_READ, flags, TD_HERE);
	ssize_t result = TD_REAL(recvfrom)(fd, buffer, size, flags, &own.any, &own.length);
	if (td_loopback_is_disguised(fd))
		own.length = 0;
	if (is_ours)
		td_fd_done(result);
	if (result >= 0)
		td_fd_give_address(&own, from, length, TD_HERE);
	return result;
}

TD_EXPORT ssize_t sendto(int fd, const void *buffer, size_t size, int flags, const struct sockaddr *to, socklen_t length)
{
	will_read(buffer, size, TD_HERE);
	if (!controlled(fd))
		return TD_REAL(sendto)(fd, buffer, size, flags, to, length);
	if (!to || td_loopback_is_disguised(fd))
		return send_to_other(fd, buffer, size, flags, TD_HERE);
	flags = wait_flagged(fd, TD_FD_WRITE, flags, TD_HERE);
	ssize_t result = TD_REAL(sendto)(fd, buffer, size, flags, to, length);
	td_fd_done(result);
	return result;
}

static void will_fill_around(const struct msghdr *message)
{
	td_putback_touch((uint64_t)message, sizeof *message);
	if (message->msg_name)
		td_putback_touch((uint64_t)message->msg_name, message->msg_namelen);
	if (message->msg_control)
		td_putback_touch((uint64_t)message->msg_control, message->msg_controllen);
}

static ssize_t receive_message(int fd, struct msghdr *message, int flags, uint64_t pc)
{
	access_parts(message->msg_iov, message->msg_iovlen, 1, pc);
	if (td_current)
		will_fill_around(message);
	if (!controlled(fd))
		return TD_REAL(recvmsg)(fd, message, flags);
	flags = wait_flagged(fd, TD_FD_READ, flags, pc);
	ssize_t result = TD_REAL(recvmsg)(fd, message, flags);
	if (td_loopback_is_disguised(fd))
		message->msg_namelen = 0;
	if (result >= 0)
		td_fd_received(message);
	td_fd_done(result);
	return result;
}

TD_EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
	return receive_message(fd, message, flags, TD_HERE);
}

static ssize_t send_message(int fd, const struct msghdr *message, int flags, uint64_t pc)
{
	access_parts(message->msg_iov, message->msg_iovlen, 0, pc);
	if (!controlled(fd))
		return TD_REAL(sendmsg)(fd, message, flags);
	flags = wait_flagged(fd, TD_FD_WRITE, flags, pc);
	ssize_t result = TD_REAL(sendmsg)(fd, message, flags);
	td_fd_done(result);
	return result;
}

TD_EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	return send_message(fd, message, flags, TD_HERE);
}

/* One message after the other: with MSG_WAITFORONE it waits for the first of them alone. */
TD_EXPORT int recvmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags, struct timespec *limit)
{
	if (!controlled(fd))
		return TD_REAL(recvmmsg)(fd, messages, count, flags, limit);
	int each = flags & ~MSG_WAITFORONE;
	for (unsigned i = 0; i < count; i++) {
		ssize_t size = receive_message(fd, &messages[i].msg_hdr, i && flags & MSG_WAITFORONE ? each | MSG_DONTWAIT : each, TD_HERE);
		if (size < 0)
			return i ? (int)i : -1;
		messages[i].msg_len = (unsigned)size;
	}
	return (int)count;
}

TD_EXPORT int sendmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags)
{
	if (!controlled(fd))
		return TD_REAL(sendmmsg)(fd, messages, count, flags);
	for (unsigned i = 0; i < count; i++) {
		ssize_t size = send_message(fd, &messages[i].msg_hdr, flags, TD_HERE);
		if (size < 0)
			return i ? (int)i : -1;
		messages[i].msg_len = (unsigned)size;
	}
	return (int)count;
}

TD_EXPORT int shutdown(int fd, int how)
{
	if (!controlled(fd))
		return TD_REAL(shutdown)(fd, how);
	td_fd_point(fd, TD_FD_CLOSE, TD_HERE);
	int result = TD_REAL(shutdown)(fd, how);
	if (!result && how != SHUT_RD)
		td_loopback_shut(fd);
	td_fd_done(result);
	return result;
}

int td_fd_close(int fd, uint64_t pc)
{
	td_cancel_point(td_current, pc);
	td_file_lock_closing(fd, pc);
	td_fd_point(fd, TD_FD_CLOSE, pc);
	int result = TD_REAL(close)(fd);
	td_timerfd_closed(fd);
	td_fd_done(result);
	td_loopback_closed(fd); /* only now: others may have waited there */
	return result;
}

/* The runtime needs its own for the next execution. */
TD_EXPORT int close_range(unsigned first, unsigned last, int flags)
{
	if (!td_current || flags & CLOSE_RANGE_CLOEXEC)
		return TD_REAL(close_range)(first, last, flags);
	return td_inherited_close_range(first, last);
}

TD_EXPORT void closefrom(int lowest)
{
	close_range(lowest < 0 ? 0 : (unsigned)lowest, ~0u, 0);
}

TD_EXPORT int close(int fd)
{
	if (controlled(fd))
		return td_fd_close(fd, TD_HERE);
	pass_file(TD_HERE);
	if (td_current && td_inherited_is_spare(fd))
		return errno = EBADF, -1;
	if (td_current) {
		td_file_lock_closing(fd, TD_HERE);
		td_file_forget(fd);
		td_inherited_replace(fd);
	}
	return TD_REAL(close)(fd);
}

/* Until one of them is ready, or the time is up; td_fd_done is still to come. */
static int wait_for_any(struct pollfd *set, nfds_t count, int timed, uint64_t nanoseconds, uint64_t pc)
{
	if (timed && !nanoseconds) {
		td_fd_look(set, (uint32_t)count, pc);
		if (td_timers.next() != UINT64_MAX)
			td_clock_reach(td_clock_now() + A_WHILE); /* it may be done again and again until a timer goes off */
		return (int)TD_REAL(poll)(set, count, 0);
	}
	uint64_t limit = timed ? td_clock_now() + nanoseconds : TD_FOR_EVER;
	int ready = td_fd_wait_set(set, (uint32_t)count, TD_FD_POLL, limit, pc);
	if (!ready)
		td_clock_reach(limit);
	return ready;
}

/* With nothing to wait for it is a way to sleep. */
static int poll_any(struct pollfd *set, nfds_t count, int timed, uint64_t nanoseconds, uint64_t pc)
{
	if (!count && timed) {
		td_clock_sleep(nanoseconds, pc);
		return 0;
	}
	int ready = wait_for_any(set, count, timed, nanoseconds, pc);
	td_fd_done(ready);
	return ready;
}

/* Of the program's set only what has come is written. */
static int poll_for(struct pollfd *set, nfds_t count, int timed, uint64_t nanoseconds, uint64_t pc)
{
	struct pollfd own[count ? count : 1];
	td_access_of_caller(set, count * sizeof *set, 0, pc);
	td_plain_copy(own, set, count * sizeof *own);
	int ready = poll_any(own, count, timed, nanoseconds, pc);
	for (nfds_t i = 0; ready >= 0 && i < count; i++) {
		td_current->transfer.part = (uint32_t)i;
		td_access_give(&set[i].revents, &own[i].revents, sizeof own[i].revents, pc);
		td_current->transfer.part = 0;
	}
	return ready;
}

TD_EXPORT int poll(struct pollfd *set, nfds_t count, int timeout)
{
	if (!td_current)
		return TD_REAL(poll)(set, count, timeout);
	return poll_for(set, count, timeout >= 0, timeout > 0 ? (uint64_t)timeout * 1000000 : 0, TD_HERE);
}

TD_EXPORT int ppoll(struct pollfd *set, nfds_t count, const struct timespec *limit, const sigset_t *mask)
{
	if (!td_current)
		return TD_REAL(ppoll)(set, count, limit, mask);
	return poll_for(set, count, limit != NULL,
			limit ? (uint64_t)limit->tv_sec * 1000000000ull + (uint64_t)limit->tv_nsec : 0, TD_HERE);
}

static nfds_t gather(struct pollfd *set, int count, const fd_set *in, const fd_set *out, const fd_set *except)
{
	nfds_t n = 0;
	for (int fd = 0; fd < count; fd++) {
		short events = (short)((FD_ISSET(fd, in) ? POLLIN : 0) | (FD_ISSET(fd, out) ? POLLOUT : 0) |
				       (FD_ISSET(fd, except) ? POLLPRI : 0));
		if (events)
			set[n++] = (struct pollfd){.fd = fd, .events = events};
	}
	return n;
}

static int scatter(const struct pollfd *set, nfds_t count, fd_set *in, fd_set *out, fd_set *except)
{
	int ready = 0;
	for (nfds_t i = 0; i < count; i++) {
		const struct pollfd *item = &set[i];
		if (item->events & POLLIN && !(item->revents & (POLLIN | POLLHUP | POLLERR)))
			FD_CLR(item->fd, in);
		else
			ready += (item->events & POLLIN) != 0;
		if (item->events & POLLOUT && !(item->revents & (POLLOUT | POLLERR)))
			FD_CLR(item->fd, out);
		else
			ready += (item->events & POLLOUT) != 0;
		if (item->events & POLLPRI && !(item->revents & POLLPRI))
			FD_CLR(item->fd, except);
		else
			ready += (item->events & POLLPRI) != 0;
	}
	return ready;
}

/* The kernel reads and writes whole words, with what is known of all descriptors below the highest. */
static size_t bytes_of_set(int count)
{
	return count > 0 ? ((size_t)count + NFDBITS - 1) / NFDBITS * sizeof(fd_mask) : 0;
}

static void give_set(fd_set *to, const fd_set *from, int count, uint64_t pc)
{
	if (to && count > 0)
		td_access_give(to, from, bytes_of_set(count), pc);
}

static fd_set copy_of(const fd_set *set, int count, uint64_t pc)
{
	fd_set copy;
	FD_ZERO(&copy);
	if (set)
		td_access_of_caller(set, bytes_of_set(count), 0, pc);
	for (int fd = 0; set && fd < count; fd++)
		if (FD_ISSET(fd, set))
			FD_SET(fd, &copy);
	return copy;
}

static int select_any(int count, fd_set *in, fd_set *out, fd_set *except, int timed, uint64_t nanoseconds, uint64_t pc)
{
	struct pollfd set[FD_SETSIZE];
	count = count < FD_SETSIZE ? count : FD_SETSIZE;
	fd_set own[] = {copy_of(in, count, pc), copy_of(out, count, pc), copy_of(except, count, pc)};
	nfds_t n = gather(set, count, &own[0], &own[1], &own[2]);
	poll_any(set, n, timed, nanoseconds, pc);
	int ready = scatter(set, n, &own[0], &own[1], &own[2]);
	give_set(in, &own[0], count, pc);
	give_set(out, &own[1], count, pc);
	give_set(except, &own[2], count, pc);
	return ready;
}

TD_EXPORT int select(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict except, struct timeval *restrict limit)
{
	if (!td_current)
		return TD_REAL(select)(count, in, out, except, limit);
	return select_any(count, in, out, except, limit != NULL,
			  limit ? (uint64_t)limit->tv_sec * 1000000000ull + (uint64_t)limit->tv_usec * 1000 : 0, TD_HERE);
}

TD_EXPORT int pselect(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict except,
		      const struct timespec *restrict limit, const sigset_t *restrict mask)
{
	if (!td_current)
		return TD_REAL(pselect)(count, in, out, except, limit, mask);
	return select_any(count, in, out, except, limit != NULL,
			  limit ? (uint64_t)limit->tv_sec * 1000000000ull + (uint64_t)limit->tv_nsec : 0, TD_HERE);
}

/* The epoll descriptor itself becomes readable when one of its own is ready. */
static int wait_for_events(int fd, struct epoll_event *events, int room, int timeout, uint64_t pc)
{
	struct pollfd set = {.fd = fd, .events = POLLIN};
	struct epoll_event own[MOST_EVENTS];
	wait_for_any(&set, 1, timeout >= 0, timeout > 0 ? (uint64_t)timeout * 1000000 : 0, pc);
	int ready = TD_REAL(epoll_wait)(fd, own, room < MOST_EVENTS ? room : MOST_EVENTS, 0);
	td_fd_done(ready);
	if (ready > 0)
		td_access_give(events, own, (size_t)ready * sizeof *own, pc);
	return ready;
}

TD_EXPORT int epoll_wait(int fd, struct epoll_event *events, int room, int timeout)
{
	return td_current ? wait_for_events(fd, events, room, timeout, TD_HERE) : TD_REAL(epoll_wait)(fd, events, room, timeout);
}

/* Nothing interrupts a wait (signals.h), so that the mask does not matter. */
TD_EXPORT int epoll_pwait(int fd, struct epoll_event *events, int room, int timeout, const sigset_t *mask)
{
	return td_current ? wait_for_events(fd, events, room, timeout, TD_HERE) : TD_REAL(epoll_pwait)(fd, events, room, timeout, mask);
}

/* Somebody may wait for it already. */
TD_EXPORT int epoll_ctl(int fd, int operation, int other, struct epoll_event *event)
{
	if (!controlled(fd))
		return TD_REAL(epoll_ctl)(fd, operation, other, event);
	if (event && operation != EPOLL_CTL_DEL)
		td_access_of_caller(event, sizeof *event, 0, TD_HERE);
	td_fd_point(fd, TD_FD_WRITE, TD_HERE);
	int result = TD_REAL(epoll_ctl)(fd, operation, other, event);
	if (!result && operation == EPOLL_CTL_ADD)
		td_flow_watched(fd, other);
	td_fd_done(result);
	return result;
}

/* Making descriptors. */

static int made_one(int fd, enum td_flow_kind kind)
{
	if (td_current && fd >= 0)
		td_fd_made_two((int[]){fd, fd}, kind);
	return fd;
}

static int opened(int fd, int writes)
{
	if (!td_current)
		return fd;
	td_fd_opened(fd);
	if (td_file_opened(fd) && writes)
		td_channel->done.file_writes = 1;
	return fd;
}

static int make_pipe(int fds[2], int flags, uint64_t pc)
{
	int own[2], result = TD_REAL(pipe2)(own, flags);
	if (result)
		return result;
	td_fd_made_two(own, TD_FLOW_PIPE);
	td_access_give(fds, own, sizeof own, pc);
	return 0;
}

TD_EXPORT int pipe(int fds[2])
{
	return td_current ? make_pipe(fds, 0, TD_HERE) : TD_REAL(pipe)(fds);
}

TD_EXPORT int pipe2(int fds[2], int flags)
{
	return td_current ? make_pipe(fds, flags, TD_HERE) : TD_REAL(pipe2)(fds, flags);
}

TD_EXPORT int eventfd(unsigned value, int flags)
{
	return made_one(TD_REAL(eventfd)(value, flags), TD_FLOW_EVENTS);
}

TD_EXPORT int epoll_create(int size)
{
	return made_one(TD_REAL(epoll_create)(size), TD_FLOW_EPOLL);
}

TD_EXPORT int epoll_create1(int flags)
{
	return made_one(TD_REAL(epoll_create1)(flags), TD_FLOW_EPOLL);
}

static uint32_t ways_to_open(int flags)
{
	uint32_t ways = flags & O_CREAT ? TD_CHANGES_NAME | (flags & O_EXCL ? TD_SEES_NAME : 0) : TD_SEES_NAME;
	return flags & O_TRUNC ? ways | TD_CHANGES : ways;
}

static int open_at(int directory, const char *path, int flags, unsigned mode, uint64_t pc)
{
	struct td_hidden_step step;
	pass_file(pc);
	td_file_begin_name(&step, directory, path, ways_to_open(flags), pc);
	int fd = opened(TD_REAL(openat)(directory, path, flags, mode), (flags & O_ACCMODE) != O_RDONLY);
	return (int)td_file_end(&step, fd, fd >= 0);
}

TD_EXPORT int open(const char *path, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	unsigned mode = va_arg(args, unsigned);
	va_end(args);
	return open_at(AT_FDCWD, path, flags, mode, TD_HERE);
}

TD_EXPORT int openat(int directory, const char *path, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	unsigned mode = va_arg(args, unsigned);
	va_end(args);
	return open_at(directory, path, flags, mode, TD_HERE);
}

TD_EXPORT int creat(const char *path, mode_t mode)
{
	return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, TD_HERE);
}

/* The names that programs compiled with _FILE_OFFSET_BITS=64 use. */
TD_EXPORT __attribute__((alias("open"))) int open64(const char *path, int flags, ...);
TD_EXPORT __attribute__((alias("openat"))) int openat64(int directory, const char *path, int flags, ...);
TD_EXPORT __attribute__((alias("creat"))) int creat64(const char *path, mode_t mode);
TD_EXPORT __attribute__((alias("fopen"))) FILE *fopen64(const char *restrict path, const char *restrict mode);
TD_EXPORT __attribute__((alias("freopen"))) FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict stream);

static int flags_of(const char *mode)
{
	int flags = *mode == 'r' ? 0 : *mode == 'w' ? O_CREAT | O_TRUNC : O_CREAT;
	while (*++mode && *mode != ',')
		if (*mode == 'x')
			flags |= O_EXCL;
	return flags;
}

static int may_write(const char *mode)
{
	return mode[0] != 'r' || mode[1] == '+' || (mode[1] && mode[2] == '+');
}

TD_EXPORT FILE *fopen(const char *restrict path, const char *restrict mode)
{
	td_file_use_name(AT_FDCWD, path, ways_to_open(flags_of(mode)), TD_HERE);
	FILE *stream = TD_REAL(fopen)(path, mode);
	if (stream && td_current && td_random_is_device(fileno(stream)))
		return td_stream_take_over(stream, mode, TD_HERE);
	opened(stream ? fileno(stream) : -1, may_write(mode));
	return stream;
}

/* What has not been written yet goes to the old file, which is closed; another one gets its number. */
TD_EXPORT FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
	if (!td_current || !stream)
		return TD_REAL(freopen)(path, mode, stream);
	int fd = stream->_fileno, is_inside = td_stream_enter(stream, TD_CHANGES, TD_HERE);
	TD_REAL(fflush)(stream);
	td_file_lock_closing(fd, TD_HERE);
	td_inherited_replace(fd);
	td_fd_touched();
	if (path)
		td_file_use_name(AT_FDCWD, path, ways_to_open(flags_of(mode)), TD_HERE);
	FILE *result = TD_REAL(freopen)(path, mode, stream);
	td_file_forget(fd);
	opened(result ? result->_fileno : -1, may_write(mode));
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

/* Children are not controlled, and a fork of the program would be a second one in the same execution. */
TD_EXPORT pid_t fork(void)
{
	if (td_current) {
		td_current->pending.pc = TD_HERE;
		td_unsupported("fork: a second process is not controlled");
	}
	return TD_REAL(fork)();
}

TD_EXPORT int daemon(int stays, int keeps_output)
{
	if (td_current) {
		td_current->pending.pc = TD_HERE;
		td_unsupported("daemon: a second process is not controlled");
	}
	return TD_REAL(daemon)(stays, keeps_output);
}
