/* Runs of a program, each in a process of its own, where the program's state begins anew; and what they come to. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "world.h"

enum { PAGE = 4096 };

/* A program that uses what is not there is at its end; most runs must come to another one.  Any other fault is the world's. */
static void on_fault(int number, siginfo_t *info, void *context)
{
	(void)context;
	if ((unsigned long)info->si_addr < PAGE) {
		judge_outcome->faults++;
		judge_leave();
	}
	signal(number, SIG_DFL);
}

static void watch_faults(void)
{
	static char stack[1 << 16];
	stack_t other = { .ss_sp = stack, .ss_size = sizeof stack };
	struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	sigaltstack(&other, NULL);
	sigaction(SIGSEGV, &action, NULL);
}

/* Of the program's functions those whose numbers stand in the list; those with a plus others may call at any time. */
static void call_all(const char *list)
{
	int numbers[2 * judge_entry_count + 1], count = 0;
	for (char *end; *list && count < 2 * judge_entry_count; list = *end ? end + 1 : end) {
		int number = (int)strtol(list, &end, 10);
		if (*list != '+')
			numbers[count++] = number;
		else if (judge_habits.meddling)
			judge_outside_may_call_entry(number);
	}
	for (int i = 0; i < count; i++)
		judge_entry(numbers[judge_habits.backwards ? count - 1 - i : i]);
}

static void run(unsigned long number, const char *list)
{
	alarm(5);
	opterr = 0;
	watch_faults();
	judge_draw_habits(number);
	judge_begin_threads();
	judge_begin();
	call_all(list);
	judge_run_all();
	judge_leave();
}

static const char *verdict(int runs)
{
	const struct outcome *all = judge_outcome;
	if (all->most_alive >= MANY_ALIVE)
		return "unbounded";
	if (all->faults > runs / 2)
		return "most runs end with a fault";
	return all->most_created >= MANY ? "alive" : "bounded";
}

/* So many runs, with which of the program's functions; from another number on, if it is given. */
int main(int argc, char **argv)
{
	int runs = argc > 2 ? atoi(argv[1]) : 0, first = argc > 3 ? atoi(argv[3]) : 1;
	judge_outcome = mmap(NULL, sizeof *judge_outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (int number = first; number < first + runs && judge_outcome->most_alive < MANY_ALIVE; number++) {
		int status;
		if (fork() == 0)
			run((unsigned long)number, argv[2]);
		wait(&status);
		if (status != 0) {
			printf("run %d ended with status %d\n", number, status);
			return 1;
		}
	}
	puts(verdict(runs));
	return 0;
}
