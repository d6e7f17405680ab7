#include "fault.h"

#include "rt/io.h"
#include "rt/engine.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <signal.h>
#include <ucontext.h>

enum { ALT_STACK = 256 << 10 };

/* What the program asked for; its own handlers run before we call a signal fatal. */
static struct sigaction TD_STATE program_action[65];

/* What was asked for before main, of signals for which the program has asked for something since. */
static struct sigaction TD_STATE first_action[65];
static uint64_t TD_STATE changed;

static int is_fatal(int number)
{
	return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGABRT ||
	       number == SIGTRAP || number == SIGSYS || number == SIGPIPE;
}

/* Not for the program to have. */
static int is_needed(int number)
{
	return is_fatal(number) || number == TD_WATCHDOG_SIGNAL;
}

int td_fault_is_handled(int number)
{
	const struct sigaction *action = &program_action[number];
	return (action->sa_flags & SA_SIGINFO) || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

static int programs_handler(int number, siginfo_t *info, void *context)
{
	const struct sigaction *action = &program_action[number];
	if (!td_fault_is_handled(number))
		return 0;
	if (action->sa_flags & SA_SIGINFO)
		action->sa_sigaction(number, info, context);
	else
		action->sa_handler(number);
	return 1;
}

/* The call that it came from fails, and that is all. */
static int is_ignored(int number)
{
	return number == SIGPIPE && (!td_current || program_action[number].sa_handler == SIG_IGN);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	uint64_t ip = (uint64_t)registers[REG_RIP], address = (uint64_t)info->si_addr;
	if (number == SIGSEGV && info->si_code == SI_KERNEL && td_cycles_fault(registers))
		return;
	if (number == SIGSEGV && td_putback_fault(address))
		return;
	uint64_t recovery = td_peek_recovery(ip);
	if (recovery) {
		registers[REG_RIP] = (greg_t)recovery;
		return;
	}
	if (is_ignored(number))
		return;
	if (!td_current)
		td_panic("a fault outside of the program");
	if (programs_handler(number, info, context) || (number == SIGPIPE && td_fd_is_broken()))
		return;
	int is_asked_for = number == SIGABRT || number == SIGPIPE; /* by a call, and not about any address */
	if (number == SIGSEGV && info->si_code == SI_KERNEL)
		address = TD_NO_ADDRESS; /* the processor does not tell which, when it is none that there can be */
	td_finish_crash(number, is_asked_for ? 0 : address, ip, (uint64_t)registers[REG_RBP], (uint64_t)registers[REG_RSP]);
}

/* The tool has seen no event for a while and asks where we are. */
static void on_watchdog(int number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	(void)number;
	(void)info;
	if (!td_current) {
		td_workers_ask_where();
		return;
	}
	td_finish_hang((uint64_t)registers[REG_RIP], (uint64_t)registers[REG_RBP], (uint64_t)registers[REG_RSP]);
}

static void install(int number, void (*handler)(int, siginfo_t *, void *))
{
	struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	action.sa_sigaction = handler;
	TD_REAL(sigaction)(number, &action, NULL);
}

void td_fault_setup(void)
{
	stack_t stack = {.ss_sp = td_map(ALT_STACK), .ss_size = ALT_STACK};
	TD_REAL(sigaltstack)(&stack, NULL);
	TD_REAL(sigaction)(SIGPIPE, NULL, &program_action[SIGPIPE]); /* a parent may have had it ignored */
	for (int number = 1; number < 32; number++)
		if (is_fatal(number))
			install(number, on_fault);
	install(TD_WATCHDOG_SIGNAL, on_watchdog);
	td_cycles_setup();
}

static int is_signal(int number)
{
	return number > 0 && number <= 64;
}

void td_fault_action(int number, struct sigaction *action)
{
	*action = (struct sigaction){.sa_handler = SIG_DFL};
	if (is_needed(number))
		*action = program_action[number];
	else if (is_signal(number))
		TD_REAL(sigaction)(number, NULL, action);
}

static void set_action(int number, const struct sigaction *action)
{
	if (is_needed(number))
		program_action[number] = *action;
	else
		TD_REAL(sigaction)(number, action, NULL);
}

static void note_change(int number)
{
	uint64_t bit = is_signal(number) ? 1ull << (number - 1) : 0;
	if (!td_current || changed & bit || !bit)
		return;
	td_fault_action(number, &first_action[number]);
	changed |= bit;
}

void td_fault_set_action(int number, const struct sigaction *action)
{
	note_change(number);
	set_action(number, action);
}

void td_fault_reset(void)
{
	for (int number = 1; changed && number <= 64; number++)
		if (changed >> (number - 1) & 1)
			set_action(number, &first_action[number]);
	changed = 0;
}

/* Of the signals that the kernel keeps: who sends itself one before that has it handled otherwise. */
static void begin_change(int number, uint64_t pc)
{
	td_mark_refuse();
	td_fd_point(TD_SIGNAL_FDS, TD_FD_WRITE, pc);
	note_change(number);
}

/* The program's wishes for the signals we need ourselves are noted, not carried out. */
TD_EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
	if (td_attached() && is_needed(number)) {
		if (old)
			*old = program_action[number];
		if (action)
			td_fault_set_action(number, action);
		return 0;
	}
	if (td_attached() && old)
		td_putback_touch((uint64_t)old, sizeof *old);
	if (!td_current || !action)
		return TD_REAL(sigaction)(number, action, old);
	begin_change(number, TD_HERE);
	int result = TD_REAL(sigaction)(number, action, old);
	td_fd_done(result);
	return result;
}

TD_EXPORT sighandler_t signal(int number, sighandler_t handler)
{
	sighandler_t old;
	if (td_attached() && is_needed(number)) {
		old = program_action[number].sa_handler;
		td_fault_set_action(number, &(struct sigaction){.sa_handler = handler});
		return old;
	}
	if (!td_current)
		return TD_REAL(signal)(number, handler);
	begin_change(number, TD_HERE);
	old = TD_REAL(signal)(number, handler);
	td_fd_done(old == SIG_ERR ? -1 : 0);
	return old;
}

TD_EXPORT int sigaltstack(const stack_t *stack, stack_t *old)
{
	if (!td_attached())
		return TD_REAL(sigaltstack)(stack, old);
	if (old)
		*old = (stack_t){.ss_flags = SS_DISABLE};
	return 0;
}
