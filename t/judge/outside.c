/* What others do to a program at any time: call the functions that they have been given, or that it has put somewhere for them. */
#include <stdlib.h>
#include "judge.h"
#include "world.h"
#undef sigaction

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
