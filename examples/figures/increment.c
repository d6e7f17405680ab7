/* increment THREADS ROUNDS: every thread reads x and writes one more in each round, without a lock, so that additions can
 * be lost. */
#include <stdatomic.h>

#include "team.h"

static atomic_int x;

static void *increment(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++)
		x = x + 1;
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argument(argc, argv, 1, 2), rounds = argument(argc, argv, 2, 1);
	struct team team = { 0 };

	for (int i = 0; i < threads; i++)
		team_start(&team, increment, (union task){ .rounds = rounds });
	team_join(&team);
	return 0;
}
