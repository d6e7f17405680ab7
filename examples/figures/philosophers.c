/* philosophers N LEFT: each takes the fork with its number, then the next one, eats once, and puts them back.  When all have
 * taken their first fork they wait for ever, unless LEFT of them, the last ones, take their forks the other way round. */
#include <semaphore.h>

#include "team.h"

static sem_t forks[TEAM_MOST];

static void eat(int first_fork, int second_fork)
{
	sem_wait(&forks[first_fork]);
	sem_wait(&forks[second_fork]);
	sem_post(&forks[first_fork]);
	sem_post(&forks[second_fork]);
}

static void *dine(void *arg)
{
	union task task = { .packed = arg };

	eat(task.self, (task.self + 1) % task.threads);
	return NULL;
}

static void *dine_left_handed(void *arg)
{
	union task task = { .packed = arg };

	eat((task.self + 1) % task.threads, task.self);
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argument(argc, argv, 1, 3), left = argument(argc, argv, 2, 0);
	struct team team = { 0 };

	for (int i = 0; i < threads; i++)
		sem_init(&forks[i], 0, 1);
	for (int i = 0; i < threads; i++) {
		union task task = { .self = i, .threads = threads };

		team_start(&team, i < threads - left ? dine : dine_left_handed, task);
	}
	team_join(&team);
	return 0;
}
