/* What others do to a program at any time: call the functions that they have been given, or that it has put somewhere for them. */
#include <stdlib.h>
#include "judge.h"
#include "world.h"
#undef sigaction

enum { QUEUES = 8 };

static void *call_now_and_then(void *place)
{
	void (**function)(void) = place;
	for (;;) {
		judge_step();
		if (*function)
			(*function)();
	}
	return NULL;
}

void judge_outside_may_call_in(void (**place)(void))
{
	judge_add_outside(call_now_and_then, place);
}

void judge_outside_may_call(void (*function)(void))
{
	void (**place)(void) = judge_room();
	*place = function;
	judge_outside_may_call_in(place);
}

static void *call_entry(void *number)
{
	for (;;) {
		judge_step();
		judge_entry((int)(long)number);
	}
	return NULL;
}

void judge_outside_may_call_entry(int number)
{
	judge_add_outside(call_entry, (void *)(long)number);
}

int judge_on_signal(const struct sigaction *action)
{
	judge_outside_may_call((void (*)(void))action->sa_handler);
	return 0;
}

void judge_poll_again(void *polled, const void *where)
{
	struct pollfd *at = polled;
	for (int i = 0; i < 16; i++)
		at[i].revents = (short)(judge_answer_at(0, where, i + 1) & 1);
}

int judge_epoll(struct epoll_event *events, int most)
{
	const void *where = __builtin_return_address(0);
	long count = judge_answer_at(0, where, 0);
	for (int i = 0; i < most; i++)
		events[i].data.fd = (int)judge_answer_at(0, where, i + 1) & 15;
	return (int)(count < most ? count : most);
}

char *judge_line(char *to)
{
	if (judge_answer_at(0, __builtin_return_address(0), 0) <= 0)
		return NULL;
	to[0] = 'a';
	to[1] = '\0';
	return to;
}

/* How many are in a queue of others, which begins with a few, after CHANGE. */
int judge_queue(const void *queue, int change)
{
	static struct { const void *queue; int count; } queues[QUEUES];
	int i = 0;
	while (i < QUEUES - 1 && queues[i].queue && queues[i].queue != queue)
		i++;
	if (!queues[i].queue) {
		queues[i].queue = queue;
		queues[i].count = judge_small();
	}
	queues[i].count += change;
	return queues[i].count;
}

int judge_fork(int is_counted)
{
	judge_step();
	return is_counted ? judge_create_somehow() : 1;
}

long judge_answer(void)
{
	const void *where = __builtin_return_address(0);
	return judge_answer_at((unsigned long)where - judge_program, where, 0);
}
