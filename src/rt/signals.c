#include "signals.h"

#include "access.h"
#include "clock.h"
#include "fault.h"
#include "fd_calls.h"
#include "finish.h"
#include "host.h"
#include "mark.h"
#include "putback.h"
#include "real.h"
#include "sched.h"
#include "thread.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's set, one bit for each signal; the C library's is larger. */
typedef uint64_t mask_t;

static mask_t TD_STATE first_mask;
uint64_t TD_STATE td_signals_now;

/* Sent to one thread, which blocks them: until it has them, they stay pending while others run. */
static mask_t TD_EXECUTION held;
static uint16_t TD_EXECUTION held_for[65];
static uint8_t TD_STATE touched;

static mask_t change_mask(int how, const mask_t *mask)
{
	mask_t old = 0;
	td_syscall(SYS_rt_sigprocmask, how, (long)mask, (long)&old, sizeof old, 0, 0);
	return old;
}

static mask_t bit(int number)
{
	return number > 0 && number <= 64 ? 1ull << (number - 1) : 0;
}

/* Memory is put back by faults, and the tool asks by a signal: those must come through. */
static mask_t without_ours(mask_t mask)
{
	return mask & ~(bit(SIGSEGV) | bit(SIGBUS) | bit(SIGFPE) | bit(SIGILL) | bit(SIGTRAP) | bit(SIGABRT) |
			bit(TD_WATCHDOG_SIGNAL));
}

static mask_t mask_of(const sigset_t *set)
{
	mask_t mask;
	td_plain_copy(&mask, set, sizeof mask);
	return mask & ~(bit(32) | bit(33)); /* the C library's own, which nobody blocks */
}

static mask_t held_from(const struct td_fiber *fiber)
{
	mask_t mask = 0;
	for (int number = 1; held && number <= 64; number++)
		if (held & bit(number) && held_for[number] != fiber->id)
			mask |= bit(number);
	return mask;
}

/* Where some are held, the mask is another one for each. */
void td_signals_change(const struct td_fiber *fiber)
{
	mask_t mask = without_ours(fiber->signal_mask | held_from(fiber));
	td_signals_now = held ? TD_NO_MASK : fiber->signal_mask;
	change_mask(SIG_SETMASK, &mask);
}

uint64_t td_signals_of_main(void)
{
	return first_mask;
}

uint64_t td_signals_of(const pthread_attr_t *attributes)
{
	sigset_t set;
	return pthread_attr_getsigmask_np(attributes, &set) ? TD_NO_MASK : mask_of(&set);
}

void td_signals_block_all(void)
{
	mask_t all = ~0ull;
	change_mask(SIG_SETMASK, &all);
}

void td_signals_setup(void)
{
	first_mask = td_signals_now = change_mask(SIG_BLOCK, NULL);
}

void td_signals_reset(void)
{
	mask_t all = ~0ull;
	struct timespec now = {0};
	if (!touched)
		return;
	touched = 0;
	while (td_syscall(SYS_rt_sigtimedwait, (long)&all, 0, (long)&now, sizeof all, 0, 0) > 0)
		;
	change_mask(SIG_SETMASK, &first_mask);
	td_signals_now = first_mask;
}

static void note_touched(void)
{
	touched = 1;
	td_mark_refuse();
}

static mask_t mask_of_held_by(const struct td_fiber *fiber)
{
	return held & ~held_from(fiber);
}

static int set_mask(int how, const sigset_t *set, sigset_t *old)
{
	struct td_fiber *self = td_current;
	mask_t mask = set ? mask_of(set) : 0, before = self->signal_mask;
	note_touched();
	if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
		return EINVAL;
	if (set)
		self->signal_mask = how == SIG_BLOCK ? before | mask : how == SIG_UNBLOCK ? before & ~mask : mask;
	if (old) {
		td_plain_set(old, 0, sizeof *old);
		td_plain_copy(old, &before, sizeof before);
	}
	held &= ~(mask_of_held_by(self) & ~self->signal_mask);
	td_signals_change(self);
	return 0;
}

TD_EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	return td_current ? set_mask(how, set, old) : TD_REAL(pthread_sigmask)(how, set, old);
}

TD_EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	if (!td_current)
		return TD_REAL(sigprocmask)(how, set, old);
	int failure = set_mask(how, set, old);
	return failure ? errno = failure, -1 : 0;
}

/* What happens by default: the process dies. */
static int is_deadly(int number)
{
	const mask_t harmless = bit(SIGCHLD) | bit(SIGCONT) | bit(SIGURG) | bit(SIGWINCH) | bit(SIGSTOP) | bit(SIGTSTP) | bit(SIGTTIN) |
				bit(SIGTTOU);
	return bit(number) && !(bit(number) & harmless);
}

/* Somebody does not block it; who sends it, if that one does not. */
static const struct td_fiber *taker(int number)
{
	if (!(td_current->signal_mask & bit(number)))
		return td_current;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (!td_fiber(i)->done && !(td_fiber(i)->signal_mask & bit(number)))
			return td_fiber(i);
	return NULL;
}

/* What is to be done about it: SIG_DFL, SIG_IGN or a function. */
static uint64_t action_of(int number)
{
	uint64_t action[4] = {0}; /* the kernel's: the handler comes first */
	td_syscall(SYS_rt_sigaction, number, 0, (long)action, sizeof(mask_t), 0, 0);
	return action[0];
}


/* Said by us, an execution ends and is recorded like any other; the kernel would take the process, and what a search knows. */
static void finish_if_killed(int number, uint64_t pc)
{
	if (!is_deadly(number) || action_of(number) != (uint64_t)SIG_DFL)
		return;
	td_channel->ended.signal = number;
	td_finish_at(TD_END_CRASH, pc, (uint64_t)__builtin_frame_address(0), 0, "killed by signal %d", (int64_t)number);
}

static void take(const struct td_fiber *fiber, int number, uint64_t pc)
{
	finish_if_killed(number, pc);
	if (fiber != td_current && action_of(number) > (uint64_t)SIG_IGN)
		td_unsupported("a signal that another thread does not block would interrupt it");
}

static void refuse_if_paused_for(int number)
{
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		const struct td_fiber *fiber = td_fiber(i);
		if (fiber->pauses && fiber->waiting && !(fiber->signal_mask & bit(number)) && action_of(number) > (uint64_t)SIG_IGN)
			td_unsupported("pause: block the signal and use sigsuspend or sigwait, or it may come before");
	}
}

static void hold(const struct td_fiber *fiber, int number)
{
	held |= bit(number);
	held_for[number] = fiber->id;
	td_signals_change(td_current);
}

/* To the OS thread that runs all fibres; the thread whose storage a fibre has would not hear it.  Without a target, whoever does not
 * block it takes it. */
static int send_signal(const struct td_fiber *target, int number, uint64_t pc)
{
	note_touched();
	td_fd_point(TD_SIGNAL_FDS, TD_FD_WRITE, pc);
	const struct td_fiber *by = target ? target : taker(number);
	if (!target)
		refuse_if_paused_for(number);
	if (by && !(by->signal_mask & bit(number)))
		take(by, number, pc);
	else if (target && bit(number))
		hold(target, number);
	long result = td_syscall(SYS_tgkill, getpid(), td_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0), number, 0, 0, 0);
	td_fd_done(result);
	return result < 0 ? (int)-result : 0;
}

TD_EXPORT int kill(pid_t process, int number)
{
	if (!td_current || process != getpid() || !number)
		return TD_REAL(kill)(process, number);
	int failure = send_signal(NULL, number, TD_HERE);
	return failure ? errno = failure, -1 : 0;
}

TD_EXPORT int raise(int number)
{
	if (!td_current)
		return TD_REAL(raise)(number);
	int failure = send_signal(td_current, number, TD_HERE);
	return failure ? errno = failure, -1 : 0;
}

TD_EXPORT int pthread_kill(pthread_t thread, int number)
{
	if (!td_current)
		return TD_REAL(pthread_kill)(thread, number);
	struct td_fiber *fiber = td_fiber_of_handle(thread);
	if (!fiber)
		return ESRCH;
	return !number || fiber->done ? 0 : send_signal(fiber, number, TD_HERE);
}

/* Signals are sent to the OS thread that runs all fibres, so whichever reads gets them. */
TD_EXPORT int signalfd(int fd, const sigset_t *set, int flags)
{
	int result = TD_REAL(signalfd)(fd, set, flags);
	if (td_current && result >= 0)
		td_fd_made(result);
	return result;
}

/* Away from the descriptors that the program gets. */
static int open_signals(mask_t mask)
{
	int low = (int)td_syscall(SYS_signalfd4, -1, (long)&mask, sizeof mask, SFD_NONBLOCK | SFD_CLOEXEC, 0, 0);
	int high = low < 0 ? low : (int)td_syscall(SYS_fcntl, low, F_DUPFD_CLOEXEC, TD_SIGNAL_FDS, 0, 0, 0);
	if (low >= 0)
		td_syscall(SYS_close, low, 0, 0, 0, 0, 0);
	if (high < 0)
		td_unsupported("waiting for signals needs descriptor %u (see ulimit -n)", (uint64_t)TD_SIGNAL_FDS);
	td_fd_made(high);
	return high;
}

static void describe(siginfo_t *info, const struct signalfd_siginfo *taken, uint64_t pc)
{
	siginfo_t own = {.si_signo = (int)taken->ssi_signo, .si_code = taken->ssi_code};
	if (!info)
		return;
	own.si_pid = (pid_t)taken->ssi_pid;
	own.si_uid = (uid_t)taken->ssi_uid;
	own.si_value.sival_ptr = (void *)taken->ssi_ptr;
	td_access_give(info, &own, sizeof own, pc);
}

/* When one of the others is pending, the kernel does the rest: it calls the handler and puts the mask back. */
TD_EXPORT int sigsuspend(const sigset_t *set)
{
	if (!td_current)
		return TD_REAL(sigsuspend)(set);
	mask_t mask = without_ours(mask_of(set));
	struct pollfd poll_set = {.fd = open_signals(~mask), .events = POLLIN};
	note_touched();
	td_fd_wait_set(&poll_set, 1, TD_FD_READ, TD_FOR_EVER, TD_HERE);
	td_syscall(SYS_close, poll_set.fd, 0, 0, 0, 0, 0);
	td_fd_done(0);
	td_syscall(SYS_rt_sigsuspend, (long)&mask, sizeof mask, 0, 0, 0, 0);
	return errno = EINTR, -1;
}

/* What it waits for is not blocked, so nothing is ever pending there, and who sends it is refused: the thread waits until it is cancelled, or
 * the program ends. */
TD_EXPORT int pause(void)
{
	if (!td_current)
		return TD_REAL(pause)();
	struct pollfd nothing = {.fd = open_signals(0), .events = POLLIN};
	note_touched();
	td_current->pauses = 1;
	td_fd_wait_set(&nothing, 1, TD_FD_READ, TD_FOR_EVER, TD_HERE);
	td_panic("pause has come to an end");
}

/* The signal, or 0 if the time is up. */
static int wait_for(const sigset_t *set, siginfo_t *info, const struct timespec *limit, uint64_t pc)
{
	struct pollfd poll_set = {.fd = open_signals(mask_of(set)), .events = POLLIN};
	struct signalfd_siginfo taken;
	note_touched();
	uint64_t until = limit ? td_clock_in(limit) : TD_FOR_EVER;
	td_fd_wait_set(&poll_set, 1, TD_FD_READ, until, pc);
	long size = td_syscall(SYS_read, poll_set.fd, (long)&taken, sizeof taken, 0, 0, 0);
	td_syscall(SYS_close, poll_set.fd, 0, 0, 0, 0, 0);
	td_fd_done(size);
	held &= size == sizeof taken ? ~bit((int)taken.ssi_signo) : held;
	if (size == sizeof taken)
		return describe(info, &taken, pc), (int)taken.ssi_signo;
	td_clock_reach(until);
	return 0;
}

TD_EXPORT int sigwait(const sigset_t *restrict set, int *restrict number)
{
	if (!td_current)
		return TD_REAL(sigwait)(set, number);
	int own = wait_for(set, NULL, NULL, TD_HERE);
	td_access_give(number, &own, sizeof own, TD_HERE);
	return 0;
}

TD_EXPORT int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
	return td_current ? wait_for(set, info, NULL, TD_HERE) : TD_REAL(sigwaitinfo)(set, info);
}

TD_EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict limit)
{
	if (!td_current)
		return TD_REAL(sigtimedwait)(set, info, limit);
	int number = wait_for(set, info, limit, TD_HERE);
	return number ? number : (errno = EAGAIN, -1);
}
