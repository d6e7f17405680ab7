#include "timerfd.h"

#include "fd_calls.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

#define SECOND 1000000000ull

enum { MOST = 256 };

struct timer {
	int fd;
	clockid_t clock;
	uint64_t moment;         /* when it goes off next; 0: it is not set */
	uint64_t interval;       /* ... and after that; 0: only once */
	uint64_t pc;             /* where it was set */
};

static struct timer TD_STATE timers[MOST]; /* nothing is marked while there are descriptors */
static uint32_t TD_EXECUTION timer_count;

static struct timer *timer_of(int fd)
{
	for (uint32_t i = 0; i < timer_count; i++)
		if (timers[i].fd == fd)
			return &timers[i];
	return NULL;
}

void td_timerfd_closed(int fd)
{
	struct timer *timer = timer_of(fd);
	if (timer)
		*timer = timers[--timer_count];
}

static int has_gone_off(int fd)
{
	struct timespec at_once = {0, 0};
	struct pollfd set = {.fd = fd, .events = POLLIN};
	return td_syscall(SYS_ppoll, (long)&set, 1, (long)&at_once, 0, 0, 0) > 0;
}

/* If nobody has read that a timer has gone off, nobody waits for it to do so again. */
static uint64_t next_moment(void)
{
	uint64_t first = UINT64_MAX;
	for (uint32_t i = 0; i < timer_count; i++)
		if (timers[i].moment && timers[i].moment < first && !has_gone_off(timers[i].fd))
			first = timers[i].moment;
	return first;
}

/* As often as it has by then. */
static void go_off(struct timer *timer, uint64_t moment)
{
	uint64_t times = timer->interval ? (moment - timer->moment) / timer->interval + 1 : 1;
	td_syscall(SYS_write, timer->fd, (long)&times, sizeof times, 0, 0, 0);
	timer->moment = timer->interval ? timer->moment + times * timer->interval : 0;
	if (!td_channel->job.patient)
		td_cut(TD_CUT_TIMERS, timer->pc);
}

static void reach(uint64_t moment)
{
	int has_any = 0;
	for (uint32_t i = 0; i < timer_count; i++)
		if (timers[i].moment && timers[i].moment <= moment) {
			go_off(&timers[i], moment);
			has_any = 1;
		}
	if (has_any)
		td_fd_refresh();
}

static struct timespec time_of(uint64_t nanoseconds)
{
	return (struct timespec){(time_t)(nanoseconds / SECOND), (long)(nanoseconds % SECOND)};
}

static struct itimerspec state_of(const struct timer *timer)
{
	uint64_t now = td_clock_now(), left = timer->moment > now ? timer->moment - now : timer->moment ? 1 : 0;
	return (struct itimerspec){.it_interval = time_of(timer->interval), .it_value = time_of(left)};
}

static uint64_t moment_of(const struct timer *timer, int flags, const struct timespec *value)
{
	if (!value->tv_sec && !value->tv_nsec)
		return 0;
	return flags & TFD_TIMER_ABSTIME ? td_clock_moment(timer->clock, value) : td_clock_in(value);
}

/* How often it has gone off is forgotten. */
static void empty(int fd)
{
	uint64_t count;
	if (has_gone_off(fd))
		td_syscall(SYS_read, fd, (long)&count, sizeof count, 0, 0, 0);
}

TD_EXPORT int timerfd_create(clockid_t clock, int flags)
{
	if (!td_current)
		return TD_REAL(timerfd_create)(clock, flags);
	if (timer_count == MOST)
		td_unsupported("more than %u timers", (uint64_t)MOST);
	int fd = eventfd(0, flags);
	if (fd >= 0)
		timers[timer_count++] = (struct timer){.fd = fd, .clock = clock};
	return fd;
}

TD_EXPORT int timerfd_settime(int fd, int flags, const struct itimerspec *value, struct itimerspec *old)
{
	struct timer *timer = td_current ? timer_of(fd) : NULL;
	if (!timer)
		return TD_REAL(timerfd_settime)(fd, flags, value, old);
	if (!td_clock_is_valid(&value->it_value) || !td_clock_is_valid(&value->it_interval))
		return errno = EINVAL, -1;
	td_fd_point(fd, TD_FD_WRITE, TD_HERE);
	if (old)
		*old = state_of(timer);
	timer->moment = moment_of(timer, flags, &value->it_value);
	timer->interval = (uint64_t)value->it_interval.tv_sec * SECOND + (uint64_t)value->it_interval.tv_nsec;
	timer->pc = TD_HERE;
	empty(fd);
	td_fd_done(0);
	return 0;
}

TD_EXPORT int timerfd_gettime(int fd, struct itimerspec *value)
{
	const struct timer *timer = td_current ? timer_of(fd) : NULL;
	if (!timer)
		return TD_REAL(timerfd_gettime)(fd, value);
	*value = state_of(timer);
	return 0;
}

const struct td_timers td_timers = {.next = next_moment, .reach = reach};
