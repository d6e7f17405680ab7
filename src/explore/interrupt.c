#include "interrupt.h"

#include "base/base.h"

#include <math.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t count;
static double time_is_up;

static void on_interrupt(int number)
{
	if (++count >= 2)
		signal(number, SIG_DFL);
}

static void on_child(int number)
{
	(void)number; /* its only use is to end a wait early */
}

/* Without SA_RESTART: waiting for the program under test must end when something happens. */
void td_interrupt_catch(void)
{
	struct sigaction action = { .sa_handler = on_interrupt };

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	action.sa_handler = on_child;
	action.sa_flags = SA_NOCLDSTOP;
	sigaction(SIGCHLD, &action, NULL);
}

int td_interrupt_count(void)
{
	return count;
}

void td_interrupt_at(double deadline)
{
	time_is_up = deadline;
}

double td_overtime(void)
{
	double now = td_now();

	return time_is_up > 0 && now > time_is_up ? now - time_is_up : 0;
}

double td_time_left(void)
{
	double now = td_now();

	if (time_is_up <= 0)
		return HUGE_VAL;
	return now < time_is_up ? time_is_up - now : 0;
}

int td_is_late(void)
{
	return count > 0 || td_overtime() > 0;
}
