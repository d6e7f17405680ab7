/* increment_locked THREADS ROUNDS: every thread adds one to x in each round, with a lock. */
#include "team.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *increment(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++) {
		pthread_mutex_lock(&lock);
		x++;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argument(argc, argv, 1, 2), rounds = argument(argc, argv, 2, 1);
	struct team team = { 0 };

	for (int i = 0; i < threads; i++)
		team_start(&team, increment, (union task){ .rounds = rounds });
	team_join(&team);
	assert(x == threads * rounds);
	return 0;
}
