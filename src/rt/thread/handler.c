#include "handler.h"

#include "fault.h"
#include "rt/sys.h"

#include <ucontext.h>

static uint64_t bit(int number)
{
	return number > 0 && number <= 64 ? 1ull << (number - 1) : 0;
}

static int is_handler(const struct sigaction *action)
{
	return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
}

int td_handler_is_set(int number)
{
	struct sigaction action;
	td_fault_action(number, &action);
	return is_handler(&action);
}

uint64_t td_handler_blocks(int number)
{
	struct sigaction action;
	uint64_t mask;
	td_fault_action(number, &action);
	td_plain_copy(&mask, &action.sa_mask, sizeof mask);
	return mask | (action.sa_flags & SA_NODEFER ? 0 : bit(number));
}

void td_handler_call(siginfo_t *info)
{
	struct sigaction action;
	ucontext_t context = {0};
	td_fault_action(info->si_signo, &action);
	if (action.sa_flags & (int)SA_RESETHAND)
		td_fault_set_action(info->si_signo, &(struct sigaction){.sa_handler = SIG_DFL});
	if (action.sa_flags & SA_SIGINFO)
		action.sa_sigaction(info->si_signo, info, &context);
	else
		action.sa_handler(info->si_signo);
}
