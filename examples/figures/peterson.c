/* peterson CHECKS: Peterson's mutual exclusion of two threads.  Each looks at most so many times whether it may enter, and then
 * goes away, without saying that it no longer wants to. */
#include <stdatomic.h>

#include "team.h"

static atomic_int wants[2], turn;
static int entered;

/* Returns how often it got in. */
static void *enter_once(void *arg)
{
	union task task = { .packed = arg };
	int self = task.self, other = 1 - self;

	wants[self] = 1;
	turn = other;
	for (int i = 0; i < task.rounds; i++) {
		if (!wants[other] || turn == self) {
			entered = entered + 1;
			wants[self] = 0;
			return (void *)1;
		}
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int checks = argument(argc, argv, 1, 1);
	struct team team = { 0 };

	for (int i = 0; i < 2; i++)
		team_start(&team, enter_once, (union task){ .self = i, .rounds = checks });
	assert(team_join(&team) == entered);
	return 0;
}
