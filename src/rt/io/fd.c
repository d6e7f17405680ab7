#include "fd.h"

#include "fd_calls.h"
#include "files.h"
#include "flow.h"
#include "inherited.h"
#include "loopback.h"
#include "output.h"
#include "rt/engine.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>

enum reach { NOT_OURS, OURS, OUTSIDE /* the other end may be in another process */ };
enum { MAX_FDS = TD_MAX_FDS, PATIENCE_MS = 300, LOOKED_AT = 8, LOOK_PAUSE = 64 };

static uint8_t TD_STATE ours[MAX_FDS];      /* enum reach; made by the program in this execution: may block, so is controlled */
static uint8_t TD_STATE was_open[MAX_FDS];  /* before main */
static int TD_STATE highest_before;
static int TD_STATE lowest_free[LOOKED_AT]; /* before main; who opens something gets the lowest that is free */
static uint8_t TD_STATE touched;            /* descriptors may have been made */
static uint8_t TD_STATE made_unseen;        /* ... in some execution, by functions that are not known to do so */
static uint32_t TD_STATE ends;              /* executions that were over */
static uint8_t TD_STATE has_input;          /* standard input is a file */
static uint8_t TD_EXECUTION is_under_way;   /* an operation that td_fd_done will be called for */
static uint8_t TD_EXECUTION is_broken;      /* ... has found that nobody reads what it writes, which kills the process */

static int is_open(int fd)
{
	return td_syscall(SYS_fcntl, fd, F_GETFD, 0, 0, 0, 0) >= 0;
}

void td_fd_setup(void)
{
	struct stat status;
	uint32_t free_count = 0;
	td_files_setup();
	td_inherited_setup();
	td_output_setup();
	for (int fd = 0; fd < MAX_FDS; fd++)
		if ((was_open[fd] = (uint8_t)is_open(fd)))
			highest_before = fd;
		else if (free_count < LOOKED_AT)
			lowest_free[free_count++] = fd;
	has_input = !td_syscall(SYS_fstat, 0, (long)&status, 0, 0, 0, 0) && S_ISREG(status.st_mode) && status.st_size > 0;
}

void td_fd_reset(void)
{
	td_inherited_put_back();
	td_files_reset();
	if (!touched)
		return;
	touched = 0;
	td_plain_set(ours, 0, sizeof ours);
	td_flows_reset();
	td_loopback_reset();
	for (int fd = 0, end; fd < highest_before; fd = end + 1) {
		for (end = fd; !was_open[end]; end++)
			;
		if (end > fd)
			td_syscall(SYS_close_range, fd, end - 1, 0, 0, 0, 0);
	}
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
	td_file_forget(fd);
	td_flow_forget(fd);
	td_loopback_closed(fd);
}

void td_fd_made(int fd)
{
	made(fd, OURS);
}

void td_fd_made_two(const int fds[2], enum td_flow_kind kind)
{
	td_fd_made(fds[0]);
	td_fd_made(fds[1]);
	td_flow_made(fds, kind);
}

void td_fd_made_copy(int copy, int fd)
{
	made(copy, ours[fd]);
	td_flow_copied(copy, fd);
	td_loopback_copied(copy, fd);
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

/* All at once: the system calls are most of what it costs. */
static void look_for_more(uint32_t count)
{
	struct pollfd looked_at[LOOKED_AT];
	if (touched)
		return;
	for (uint32_t i = 0; i < count; i++)
		looked_at[i] = (struct pollfd){.fd = lowest_free[i]};
	td_syscall(SYS_poll, (long)looked_at, count, 0, 0, 0, 0);
	for (uint32_t i = 0; i < count && !touched; i++)
		if (!(looked_at[i].revents & POLLNVAL)) {
			made_unseen = 1;
			td_fd_touched();
		}
}

static int is_time_to_look(void)
{
	return made_unseen || ends < LOOK_PAUSE || ends % LOOK_PAUSE == 0;
}

void td_fd_look_for_more(void)
{
	if (is_time_to_look())
		look_for_more(made_unseen ? LOOKED_AT : 1);
}

void td_fd_ended(void)
{
	if (is_time_to_look())
		look_for_more(LOOKED_AT);
	ends++;
}

void td_fd_opened(int fd)
{
	made(fd, NOT_OURS);
}

int td_fd_is_ours(int fd)
{
	return fd >= 0 && fd < MAX_FDS && ours[fd];
}

static int poll_now(struct pollfd *set, uint32_t count, int timeout_ms)
{
	return (int)td_syscall(SYS_poll, (long)set, count, timeout_ms, 0, 0, 0);
}

int td_fd_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	(void)self;
	for (uint32_t i = 0; i < fiber->descriptors.poll_count; i++) {
		const struct pollfd *polled = &fiber->descriptors.poll_set[i];
		if (polled->fd >= 0 && td_flow_is_ready(polled->fd, polled->events))
			return 1;
	}
	return 0;
}

static int waits_for_fd(const struct td_fiber *fiber)
{
	return !fiber->done && fiber->wait.object && fiber->wait.object->type == TD_O_FD;
}

int td_fd_refresh(void)
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
	return fd < 0 || fd >= MAX_FDS || (ours[fd] != OURS && !td_loopback_is_within(fd));
}

static int waits_outside(const struct td_fiber *fiber)
{
	if (!waits_for_fd(fiber))
		return 0;
	for (uint32_t i = 0; i < fiber->descriptors.poll_count; i++)
		if (is_outside(fiber->descriptors.poll_set[i].fd))
			return 1;
	return 0;
}

/* What streams of the C library and other descriptors for the same thing have done is not known yet.  Sockets take a moment even
 * between threads of one process. */
int td_fd_wait_outside(void)
{
	if (td_fd_refresh()) {
		td_cut(TD_CUT_LIBRARY, 0);
		return 1;
	}
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		struct td_fiber *fiber = td_fiber(i);
		if (waits_outside(fiber) &&
		    poll_now(fiber->descriptors.poll_set, fiber->descriptors.poll_count, PATIENCE_MS) > 0)
			return td_fd_refresh();
	}
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (waits_outside(td_fiber(i)))
			td_unsupported("thread %u waits for descriptor %d, whose other end is outside of the program", (uint64_t)i,
				       (int64_t)td_fiber(i)->descriptors.poll_set[0].fd);
	return 0;
}

/* An object of its own for each descriptor; low addresses are nobody else's. */
static struct td_object *object_of(int fd)
{
	return td_object((uint64_t)fd + 1, TD_O_FD);
}

int td_fd_wait_set(struct pollfd *set, uint32_t count, enum td_kind kind, uint64_t limit, uint64_t pc)
{
	struct td_fiber *self = td_current;
	td_cancel_point(self, pc);
	self->descriptors.poll_set = set;
	self->descriptors.poll_count = count;
	self->descriptors.fd = count == 1 ? set->fd : -1;
	struct td_object *object = object_of(count ? set[0].fd : -1);
	td_wait(self, object, kind, pc, limit);
	self->pending.object = object->address - 1;
	if (td_cancel_is_due(self) && !td_fd_is_available(NULL, self))
		td_cancel_in_wait(self);
	int ready = poll_now(set, count, 0);
	self->pending.flags = ready > 0 || limit == TD_FOR_EVER ? 0 : TD_F_TIMEOUT;
	self->pending.writes = kind != TD_FD_POLL;
	is_under_way = 1;
	return ready;
}

int td_fd_is_broken(void)
{
	is_broken = is_under_way;
	return is_broken;
}

static void end_if_broken(const struct td_fiber *self)
{
	is_under_way = 0;
	if (!is_broken)
		return;
	is_broken = 0;
	td_channel->ended.signal = SIGPIPE;
	td_finish_at(TD_END_CRASH, self->pending.pc, (uint64_t)__builtin_frame_address(0), self->pending.object,
		     "killed by SIGPIPE: written to a pipe or socket whose other end is closed");
}

/* It has found nothing, and changed nothing. */
static int has_only_looked(const struct td_fiber *self, long result)
{
	if (self->pending.kind == TD_FD_POLL)
		return !result;
	return self->pending.never_waits && result == -1 && errno == EAGAIN;
}

static int is_all_known(const struct td_uses *uses)
{
	for (uint32_t i = 0; i < uses->count; i++)
		if (uses->items[i].place == TD_FD_ELSEWHERE)
			return 0;
	return uses->count > 0;
}

/* Who goes round, looking whether something has come, waits for those who do something with the same flow: for that they are known
 * by their places, and not by the numbers of descriptors. */
void td_fd_done(long result)
{
	struct td_fiber *self = td_current;
	uint64_t object = self->pending.object;
	struct td_uses uses;
	td_record(self, (uint64_t)result);
	td_flow_uses(self, &uses);
	int has_looked = is_all_known(&uses) && has_only_looked(self, result);
	for (uint32_t i = 0; i < uses.count; i++) {
		self->pending.object = uses.items[i].place;
		if (has_looked)
			td_looked(self, (uint64_t)result);
		else
			td_progress(self);
	}
	self->pending.object = object;
	if (!uses.count)
		td_progress(self);
	td_flows_settle();
	td_fd_refresh();
	end_if_broken(self);
}

int td_fd_is_nonblocking(int fd)
{
	long flags = td_syscall(SYS_fcntl, fd, F_GETFL, 0, 0, 0, 0);
	return flags >= 0 && flags & O_NONBLOCK;
}

void td_fd_point(int fd, enum td_kind kind, uint64_t pc)
{
	td_current->descriptors.fd = fd;
	td_point_write(td_current, kind, (uint64_t)fd, 0, pc);
	td_current->pending.never_waits = 1;
	is_under_way = 1;
}

void td_fd_look(struct pollfd *set, uint32_t count, uint64_t pc)
{
	struct td_fiber *self = td_current;
	td_cancel_point(self, pc);
	self->descriptors.poll_set = set;
	self->descriptors.poll_count = count;
	self->descriptors.fd = count == 1 ? set->fd : -1;
	td_point(self, TD_FD_POLL, count ? (uint64_t)set->fd : 0, 0, pc);
	self->pending.never_waits = 1;
}

/* How long an operation on a socket waits at most, in nanoseconds; 0: for ever. */
static uint64_t time_limit(int fd, enum td_kind kind)
{
	struct timeval limit = {0};
	int size = sizeof limit, option = td_flow_way(kind) == TD_FD_READ ? SO_RCVTIMEO : SO_SNDTIMEO;
	if (td_syscall(SYS_getsockopt, fd, SOL_SOCKET, option, (long)&limit, (long)&size, 0))
		return 0;
	return (uint64_t)limit.tv_sec * 1000000000 + (uint64_t)limit.tv_usec * 1000;
}

int td_fd_wait(int fd, enum td_kind kind, uint64_t pc)
{
	struct pollfd set = {.fd = fd, .events = td_flow_way(kind) == TD_FD_READ ? POLLIN : POLLOUT};
	if (td_fd_is_nonblocking(fd)) {
		td_cancel_point(td_current, pc);
		td_fd_point(fd, kind, pc);
		return 1;
	}
	uint64_t most = time_limit(fd, kind), limit = most ? td_clock_now() + most : TD_FOR_EVER;
	int is_ready = td_fd_wait_set(&set, 1, kind, limit, pc) > 0 || !most;
	if (!is_ready)
		td_clock_reach(limit);
	return is_ready;
}

int td_fd_time_is_up(void)
{
	errno = EAGAIN;
	return -1;
}
