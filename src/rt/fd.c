#include "fd.h"

#include "clock.h"
#include "cut.h"
#include "host.h"
#include "mark.h"
#include "object.h"
#include "putback.h"
#include "record.h"
#include "sched.h"
#include "search.h"
#include "thread.h"

#include "fd_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum reach { NOT_OURS, OURS, OUTSIDE /* the other end may be in another process */ };
enum { MAX_FDS = 1024, MAX_PIPES = 512, PATIENCE_MS = 300 };

/* Its two ends, and where it lies for a search: what is done with one pipe depends on nothing that is done with another. */
struct pipe {
	int read_end, write_end; /* -1: which of the descriptors reads is not known, as with sockets */
	uint64_t place;
};

static uint8_t TD_STATE ours[MAX_FDS];      /* enum reach; made by the program in this execution: may block, so is controlled */
static uint16_t TD_STATE pipe_of[MAX_FDS];  /* the number of its pipe, from 1; 0: it is none, or another kind of thing */
static struct pipe TD_STATE pipes[MAX_PIPES];
static uint32_t TD_STATE pipe_count;
static uint8_t TD_STATE are_polled;         /* in any execution so far */
static uint8_t TD_STATE was_open[MAX_FDS];  /* before main */
static int TD_STATE highest_before;
static uint8_t TD_STATE touched;            /* descriptors may have been made */
static uint8_t TD_STATE has_input;          /* standard input is a file that must be read anew */

static int is_open(int fd)
{
	return td_syscall(SYS_fcntl, fd, F_GETFD, 0, 0, 0, 0) >= 0;
}

void td_fd_setup(void)
{
	struct stat status;
	for (int fd = 0; fd < MAX_FDS; fd++)
		if ((was_open[fd] = (uint8_t)is_open(fd)))
			highest_before = fd;
	has_input = !td_syscall(SYS_fstat, 0, (long)&status, 0, 0, 0, 0) && S_ISREG(status.st_mode) && status.st_size > 0;
}

void td_fd_reset(void)
{
	if (has_input)
		td_syscall(SYS_lseek, 0, 0, SEEK_SET, 0, 0, 0);
	if (!touched)
		return;
	touched = 0;
	pipe_count = 0;
	td_plain_set(ours, 0, sizeof ours);
	td_plain_set(pipe_of, 0, sizeof pipe_of);
	for (int fd = 0; fd < highest_before; fd++)
		if (!was_open[fd])
			td_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
	td_syscall(SYS_close_range, highest_before + 1, ~0u, 0, 0, 0, 0);
}

int td_fd_has_input(void)
{
	return has_input;
}

static void made(int fd, enum reach reach)
{
	td_fd_touched();
	if (fd < 0 || fd >= MAX_FDS)
		return;
	ours[fd] = (uint8_t)reach;
	pipe_of[fd] = 0;
}

void td_fd_made(int fd)
{
	made(fd, OURS);
}

/* The same for the same pipe in every order, as a thread makes its pipes in the same one. */
static uint64_t new_place(void)
{
	uint64_t mixed = td_mix(td_current->lineage, ++td_current->pipes_made);
	return TD_PIPE_FIRST + mixed % ((TD_PIPE_LAST - TD_PIPE_FIRST) / 8) * 8;
}

void td_fd_made_pipe(const int fds[2], int has_direction)
{
	td_fd_made(fds[0]);
	td_fd_made(fds[1]);
	if (fds[0] >= MAX_FDS || fds[1] >= MAX_FDS || pipe_count == MAX_PIPES)
		return;
	pipes[pipe_count++] = (struct pipe){has_direction ? fds[0] : -1, has_direction ? fds[1] : -1, new_place()};
	pipe_of[fds[0]] = pipe_of[fds[1]] = (uint16_t)pipe_count;
}

void td_fd_made_copy(int copy, int fd)
{
	td_fd_made(copy);
	if (copy >= 0 && copy < MAX_FDS && fd >= 0 && fd < MAX_FDS)
		pipe_of[copy] = pipe_of[fd];
}

static const struct pipe *pipe_at(int fd)
{
	return fd >= 0 && fd < MAX_FDS && pipe_of[fd] ? &pipes[pipe_of[fd] - 1] : NULL;
}

/* Whoever waits for several at once depends on all of them. */
void td_fd_polled(void)
{
	if (!are_polled && td_job_is_systematic(&td_channel->job))
		td_channel->done.grown = 1; /* what was said to be apart is not */
	are_polled = 1;
}

uint64_t td_fd_place(int fd)
{
	return pipe_at(fd) && !are_polled ? pipe_at(fd)->place : TD_FD_ELSEWHERE;
}

int td_fd_has_direction(int fd)
{
	return td_fd_place(fd) != TD_FD_ELSEWHERE && pipe_at(fd)->read_end >= 0;
}

/* Would an operation on this end of a pipe go on at once?  If the end is closed nobody waits for it. */
static int is_ready(const struct pipe *pipe, int fd, short events)
{
	struct pollfd set = {.fd = fd, .events = events};
	return pipe_at(fd) != pipe || td_syscall(SYS_poll, (long)&set, 1, 0, 0, 0, 0) > 0;
}

uint8_t td_fd_could(uint64_t place)
{
	uint8_t could = 0;
	for (uint32_t i = 0; i < pipe_count; i++) {
		const struct pipe *pipe = &pipes[i];
		if (pipe->place == place && pipe->read_end < 0)
			return TD_COULD_TAKE | TD_COULD_POST; /* in one direction or the other */
		if (pipe->place == place)
			could |= (uint8_t)((is_ready(pipe, pipe->read_end, POLLIN) ? TD_COULD_TAKE : 0) |
					   (is_ready(pipe, pipe->write_end, POLLOUT) ? TD_COULD_POST : 0));
	}
	return could;
}

void td_fd_made_socket(int fd)
{
	made(fd, OUTSIDE);
}

void td_fd_touched(void)
{
	touched = 1;
	td_mark_refuse();
}

int td_fd_was_before(int fd)
{
	return fd >= 0 && fd < MAX_FDS && was_open[fd];
}

int td_fd_is_ours(int fd)
{
	return fd >= 0 && fd < MAX_FDS && ours[fd];
}

static int poll_now(struct pollfd *set, uint32_t count, int timeout_ms)
{
	return (int)td_syscall(SYS_poll, (long)set, count, timeout_ms, 0, 0, 0);
}

int td_fd_ready(const struct td_fiber *fiber)
{
	return poll_now(fiber->poll_set, fiber->poll_count, 0) > 0;
}

static int waits_for_fd(const struct td_fiber *fiber)
{
	return !fiber->done && fiber->waiting && fiber->waiting->type == TD_O_FD;
}

static int refresh_all(void)
{
	int can_run = 0;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (waits_for_fd(td_fiber(i))) {
			td_refresh(td_fiber(i));
			can_run |= td_fiber(i)->enabled;
		}
	return can_run;
}

static int is_outside(int fd)
{
	return fd < 0 || fd >= MAX_FDS || ours[fd] != OURS;
}

static int waits_outside(const struct td_fiber *fiber)
{
	if (!waits_for_fd(fiber))
		return 0;
	for (uint32_t i = 0; i < fiber->poll_count; i++)
		if (is_outside(fiber->poll_set[i].fd))
			return 1;
	return 0;
}

/* What streams of the C library and other descriptors for the same thing have done is not known yet.  Sockets take a moment even
 * between threads of one process. */
int td_fd_wait_outside(void)
{
	if (refresh_all()) {
		td_cut(TD_CUT_LIBRARY, 0);
		return 1;
	}
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		struct td_fiber *fiber = td_fiber(i);
		if (waits_outside(fiber) && poll_now(fiber->poll_set, fiber->poll_count, PATIENCE_MS) > 0)
			return refresh_all();
	}
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (waits_outside(td_fiber(i)))
			td_unsupported("thread %u waits for descriptor %d, whose other end is outside of the program", (uint64_t)i,
				       (int64_t)td_fiber(i)->poll_set[0].fd);
	return 0;
}

/* An object of its own for each descriptor; low addresses are nobody else's. */
static struct td_object *object_of(int fd)
{
	return td_object((uint64_t)fd + 1, TD_O_FD);
}

int td_fd_wait_set(struct pollfd *set, uint32_t count, enum td_kind kind, int timed, uint64_t pc)
{
	struct td_fiber *self = td_current;
	td_thread_test_cancel(self);
	if (kind == TD_FD_POLL)
		td_fd_polled();
	self->poll_set = set;
	self->poll_count = count;
	self->fd = count == 1 ? set->fd : -1;
	struct td_object *object = object_of(count ? set[0].fd : -1);
	td_wait(self, object, kind, pc, timed);
	self->pending.object = object->address - 1;
	if (self->canceled)
		td_thread_test_cancel(self);
	int ready = poll_now(set, count, 0);
	self->pending.flags = ready > 0 ? 0 : TD_F_TIMEOUT;
	return ready;
}

void td_fd_done(long result)
{
	struct td_fiber *self = td_current;
	td_record(self, (uint64_t)result);
	td_progress(self);
	refresh_all();
}

int td_fd_is_nonblocking(int fd)
{
	return (td_syscall(SYS_fcntl, fd, F_GETFL, 0, 0, 0, 0) & O_NONBLOCK) != 0;
}

void td_fd_wait(int fd, enum td_kind kind, uint64_t pc)
{
	struct pollfd set = {.fd = fd, .events = kind == TD_FD_READ ? POLLIN : POLLOUT};
	if (td_fd_is_nonblocking(fd)) {
		td_current->fd = fd;
		td_point_write(td_current, kind, (uint64_t)fd, 0, pc);
		td_current->pending.never_waits = 1;
		return;
	}
	td_fd_wait_set(&set, 1, kind, 0, pc);
}
