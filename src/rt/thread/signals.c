#include "signals.h"

#include "handler.h"
#include "rt/io.h"
#include "rt/hooks.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's set, one bit for each signal; the C library's is larger. */
typedef uint64_t mask_t;

static mask_t TD_STATE first_mask;

/* Sent to one thread, which blocks them: until it has them, they stay pending while others run.  The kernel has room for one of a kind;
 * those for other threads are `deferred` there until that is taken. */
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

/* The C library has two of its own, which nobody blocks. */
static mask_t without_library(mask_t mask)
{
	return mask & ~(bit(32) | bit(33));
}

static mask_t mask_of(const sigset_t *set)
{
	mask_t mask;
	td_plain_copy(&mask, set, sizeof mask);
	return without_library(mask);
}

static mask_t held_from(const struct td_fiber *fiber)
{
	mask_t mask = 0;
	for (int number = 1; held && number <= 64; number++)
		if (held & bit(number) && held_for[number] != fiber->id)
			mask |= bit(number);
	return mask;
}

static mask_t all_pending(void)
{
	mask_t pending = 0;
	td_syscall(SYS_rt_sigpending, (long)&pending, sizeof pending, 0, 0, 0, 0);
	return pending;
}

static mask_t handled_pending(void)
{
	mask_t handled = 0;
	for (mask_t mask = all_pending(); mask; mask &= mask - 1)
		if (td_handler_is_set(__builtin_ctzll(mask) + 1))
			handled |= mask & -mask;
	return handled;
}

/* Where some are held, the mask is another one for each.  The kernel is not to call a handler. */
void td_signals_change(const struct td_fiber *fiber)
{
	mask_t mask = without_ours(fiber->signals.mask | held_from(fiber) | handled_pending());
	td_mask_now = held ? TD_NO_MASK : fiber->signals.mask;
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

void td_signals_setup(void)
{
	first_mask = td_mask_now = change_mask(SIG_BLOCK, NULL);
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
	td_mask_now = first_mask;
}

static void note_touched(void)
{
	touched = 1;
	td_mark_refuse();
}

/* What happens by default: the process dies. */
static int is_deadly(int number)
{
	const mask_t harmless = bit(SIGCHLD) | bit(SIGCONT) | bit(SIGURG) | bit(SIGWINCH) | bit(SIGSTOP) | bit(SIGTSTP) | bit(SIGTTIN) |
				bit(SIGTTOU);
	return bit(number) && !(bit(number) & harmless);
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

/* Who waits for signals is not woken by what is held for another. */
static void aim(void)
{
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		const struct td_fiber *fiber = td_fiber(i);
		mask_t mask = fiber->signals.wanted & ~(held_from(fiber) & ~fiber->signals.deferred);
		if (fiber->signals.wanted && !fiber->done)
			td_syscall(SYS_signalfd4, fiber->signals.fd, (long)&mask, sizeof mask,
				   SFD_NONBLOCK | SFD_CLOEXEC, 0, 0);
	}
}

static void hold(const struct td_fiber *fiber, int number)
{
	held |= bit(number);
	held_for[number] = fiber->id;
	aim();
	td_signals_change(td_current);
}

/* To the OS thread that runs all fibres; the thread whose storage a fibre has would not hear it. */
static long let_wait(siginfo_t *info)
{
	return td_syscall(SYS_rt_tgsigqueueinfo, getpid(), td_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0), info->si_signo, (long)info, 0, 0);
}

/* The kernel has room for one, and that is pending for somebody else. */
static int is_taken(const struct td_fiber *target, int number)
{
	if (!(all_pending() & bit(number)))
		return 0;
	return !(held & bit(number)) || (held_for[number] != target->id && !td_fiber(held_for[number])->done);
}

static siginfo_t sent_to_thread(int number)
{
	siginfo_t info = {.si_signo = number, .si_code = SI_TKILL};
	info.si_pid = getpid();
	info.si_uid = getuid();
	return info;
}

static void put_off(struct td_fiber *target, int number)
{
	if (target->signals.deferred & bit(number) && number > 31)
		td_unsupported("real-time signals that queue up for several threads");
	target->signals.deferred |= bit(number);
}

static void send_deferred(int number)
{
	siginfo_t info = sent_to_thread(number);
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		struct td_fiber *fiber = td_fiber(i);
		if (fiber->done || !(fiber->signals.deferred & bit(number)))
			continue;
		fiber->signals.deferred &= ~bit(number);
		hold(fiber, number);
		let_wait(&info);
		return;
	}
}

/* The current fibre has taken one from the kernel.  If that was another's, its own is left to that one. */
static void let_go(int number)
{
	struct td_fiber *self = td_current;
	if (held_from(self) & bit(number) && self->signals.deferred & bit(number)) {
		self->signals.deferred &= ~bit(number);
		put_off(td_fiber(held_for[number]), number);
	}
	if (all_pending() & bit(number))
		return;
	held &= ~bit(number);
	aim();
	send_deferred(number);
}

/* One for the process is for whoever comes first, so it goes before those for one thread. */
static void make_room(int number)
{
	mask_t one = bit(number);
	struct timespec now = {0};
	if (number > 31 || !(held & one) || td_syscall(SYS_rt_sigtimedwait, (long)&one, 0, (long)&now, sizeof one, 0, 0) <= 0)
		return;
	held &= ~one;
	put_off(td_fiber(held_for[number]), number);
	aim();
}

/* Nobody takes it now. */
static long leave_pending(struct td_fiber *target, siginfo_t *info)
{
	if (!target)
		make_room(info->si_signo);
	else if (is_taken(target, info->si_signo))
		return put_off(target, info->si_signo), aim(), 0;
	else if (bit(info->si_signo))
		hold(target, info->si_signo);
	return let_wait(info);
}

static int has_handlers(mask_t mask)
{
	for (; mask; mask &= mask - 1)
		if (td_handler_is_set(__builtin_ctzll(mask) + 1))
			return 1;
	return 0;
}

/* One that this thread does not block, is pending for it or for the process, and handled; it is pending no longer. */
static int take_pending(mask_t blocked, siginfo_t *info)
{
	struct timespec now = {0};
	for (mask_t mask = td_current->signals.deferred & ~blocked; mask; mask &= mask - 1)
		if (td_handler_is_set(__builtin_ctzll(mask) + 1)) {
			td_current->signals.deferred &= ~(mask & -mask);
			*info = sent_to_thread(__builtin_ctzll(mask) + 1);
			return 1;
		}
	for (mask_t mask = handled_pending() & ~blocked & ~held_from(td_current); mask; mask &= mask - 1) {
		mask_t one = mask & -mask;
		if (td_syscall(SYS_rt_sigtimedwait, (long)&one, (long)info, (long)&now, sizeof one, 0, 0) > 0)
			return let_go(info->si_signo), 1;
	}
	return 0;
}

static void handle(siginfo_t *info, uint64_t pc);

/* What somebody has sent, or not yet, and is let through now is handled before the call returns. */
static void set_own_mask(mask_t mask, uint64_t pc)
{
	struct td_fiber *self = td_current;
	siginfo_t info;
	mask_t others = handled_pending() & ~held_from(self);
	int is_step = has_handlers((self->signals.mask | self->signals.deferred | others) & ~mask);
	if (is_step)
		td_fd_point(TD_SIGNAL_FDS, TD_FD_READ, pc);
	self->signals.mask = mask;
	int is_handled = take_pending(mask, &info);
	if (is_step)
		td_fd_done(0);
	if (is_handled)
		handle(&info, pc); /* and then the next */
	for (mask_t rest = self->signals.deferred & ~mask; rest; rest &= rest - 1)
		finish_if_killed(__builtin_ctzll(rest) + 1, pc);
	self->signals.deferred &= mask;
	held &= held_from(self) | self->signals.mask;
	td_signals_change(self);
}

/* By the current fibre, which has recorded whatever led here. */
static void handle(siginfo_t *info, uint64_t pc)
{
	mask_t before = td_current->signals.mask;
	td_current->signals.mask |= without_library(td_handler_blocks(info->si_signo));
	td_signals_change(td_current);
	td_handler_call(info);
	set_own_mask(before, pc);
}

static int set_mask(int how, const sigset_t *set, sigset_t *old, uint64_t pc)
{
	mask_t mask = set ? mask_of(set) : 0, before = td_current->signals.mask;
	touched = 1; /* a mark need not know: the kernel gets the mask of whoever goes on (td_signals_enter) */
	if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
		return EINVAL;
	if (old) {
		td_plain_set(old, 0, sizeof *old);
		td_plain_copy(old, &before, sizeof before);
	}
	if (set)
		set_own_mask(how == SIG_BLOCK ? before | mask : how == SIG_UNBLOCK ? before & ~mask : mask, pc);
	return 0;
}

static int fail_if(int failure)
{
	return failure ? errno = failure, -1 : 0;
}

TD_EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	return td_current ? set_mask(how, set, old, TD_HERE) : TD_REAL(pthread_sigmask)(how, set, old);
}

TD_EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	if (!td_current)
		return TD_REAL(sigprocmask)(how, set, old);
	return fail_if(set_mask(how, set, old, TD_HERE));
}

/* A handler may be left by a jump, and the mask is then what it was where that leads to.  The C library would change the kernel's, in which
 * also stands what is held for others. */
TD_EXPORT void siglongjmp(sigjmp_buf to, int value)
{
	sigjmp_buf own;
	if (!td_current || !to->__mask_was_saved)
		TD_REAL(siglongjmp)(to, value);
	td_plain_copy(own, to, sizeof own);
	own->__mask_was_saved = 0;
	note_touched();
	set_own_mask(mask_of(&to->__saved_mask) & ~(held_from(td_current) & ~td_current->signals.mask), TD_HERE);
	TD_REAL(siglongjmp)(own, value);
}

static int blocks(const struct td_fiber *fiber, int number)
{
	return (without_ours(fiber->signals.mask) & bit(number)) != 0;
}

/* Somebody does not block it; who sends it, if that one does not. */
static const struct td_fiber *taker(int number)
{
	if (!blocks(td_current, number))
		return td_current;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		if (!td_fiber(i)->done && !blocks(td_fiber(i), number))
			return td_fiber(i);
	return NULL;
}

static void take(const struct td_fiber *fiber, int number, uint64_t pc)
{
	finish_if_killed(number, pc);
	if (fiber != td_current && td_handler_is_set(number))
		td_unsupported("a signal that another thread does not block would interrupt it");
}

static void refuse_if_paused_for(int number)
{
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		const struct td_fiber *fiber = td_fiber(i);
		if (fiber->signals.pauses && fiber->wait.object && !blocks(fiber, number) && td_handler_is_set(number))
			td_unsupported("pause: block the signal and use sigsuspend or sigwait, or it may come before");
	}
}

/* Without a target, whoever does not block it takes it. */
static int send_signal(struct td_fiber *target, siginfo_t *info, uint64_t pc)
{
	int number = info->si_signo;
	info->si_pid = getpid();
	info->si_uid = getuid();
	note_touched();
	td_fd_point(TD_SIGNAL_FDS, TD_FD_WRITE, pc);
	const struct td_fiber *by = target ? target : taker(number);
	if (!target)
		refuse_if_paused_for(number);
	int is_blocked = !by || blocks(by, number), is_handled = 0;
	if (!is_blocked) {
		take(by, number, pc);
		is_handled = td_handler_is_set(number);
	}
	long result = is_handled ? 0 : is_blocked ? leave_pending(target, info) : let_wait(info);
	td_fd_done(result);
	if (is_handled)
		handle(info, pc);
	return result < 0 ? (int)-result : 0;
}

TD_EXPORT int kill(pid_t process, int number)
{
	if (!td_current || process != getpid() || !number)
		return TD_REAL(kill)(process, number);
	return fail_if(send_signal(NULL, &(siginfo_t){.si_signo = number, .si_code = SI_USER}, TD_HERE));
}

TD_EXPORT int sigqueue(pid_t process, int number, const union sigval value)
{
	if (!td_current || process != getpid() || !number)
		return TD_REAL(sigqueue)(process, number, value);
	siginfo_t info = {.si_signo = number, .si_code = SI_QUEUE};
	info.si_value = value;
	return fail_if(send_signal(NULL, &info, TD_HERE));
}

TD_EXPORT int raise(int number)
{
	if (!td_current)
		return TD_REAL(raise)(number);
	return fail_if(send_signal(td_current, &(siginfo_t){.si_signo = number, .si_code = SI_TKILL}, TD_HERE));
}

TD_EXPORT int pthread_kill(pthread_t thread, int number)
{
	if (!td_current)
		return TD_REAL(pthread_kill)(thread, number);
	struct td_fiber *fiber = td_fiber_of_handle(thread);
	if (!fiber)
		return ESRCH;
	if (!number || fiber->done)
		return 0;
	return send_signal(fiber, &(siginfo_t){.si_signo = number, .si_code = SI_TKILL}, TD_HERE);
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

static void wait_until(struct pollfd *signals, mask_t wanted, uint64_t until, uint64_t pc)
{
	struct td_fiber *self = td_current;
	self->signals.fd = signals->fd;
	self->signals.wanted = wanted;
	aim();
	td_fd_wait_set(signals, 1, TD_FD_READ, until, pc);
	self->signals.wanted = 0;
}

/* The mask is that of sigsuspend() until all that it lets through is handled. */
static void handle_under(mask_t mask, siginfo_t *info, uint64_t pc)
{
	mask_t before = td_current->signals.mask;
	td_current->signals.mask = mask;
	handle(info, pc);
	set_own_mask(before, pc);
}

/* One that is not handled is left to the kernel. */
TD_EXPORT int sigsuspend(const sigset_t *set)
{
	if (!td_current)
		return TD_REAL(sigsuspend)(set);
	mask_t mask = mask_of(set), suspended = without_ours(mask);
	struct pollfd poll_set = {.fd = open_signals(~suspended), .events = POLLIN};
	note_touched();
	wait_until(&poll_set, ~suspended, TD_FOR_EVER, TD_HERE);
	td_syscall(SYS_close, poll_set.fd, 0, 0, 0, 0, 0);
	siginfo_t info;
	int is_handled = take_pending(mask, &info);
	suspended |= held_from(td_current);
	td_fd_done(0);
	if (is_handled)
		handle_under(mask, &info, TD_HERE);
	else
		td_syscall(SYS_rt_sigsuspend, (long)&suspended, sizeof suspended, 0, 0, 0, 0);
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
	td_current->signals.pauses = 1;
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
	wait_until(&poll_set, mask_of(set), until, pc);
	long size = td_syscall(SYS_read, poll_set.fd, (long)&taken, sizeof taken, 0, 0, 0);
	td_syscall(SYS_close, poll_set.fd, 0, 0, 0, 0, 0);
	if (size == sizeof taken)
		let_go((int)taken.ssi_signo);
	td_fd_done(size);
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
