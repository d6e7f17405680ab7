/* counting_semaphore PERMITS THREADS ROUNDS: every thread takes a permit and gives it back, so many times. */
#include <semaphore.h>

#include "team.h"

static sem_t permits;

static void *visit(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++) {
		sem_wait(&permits);
		sem_post(&permits);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argument(argc, argv, 2, 3), rounds = argument(argc, argv, 3, 1);
	struct team team = { 0 };

	sem_init(&permits, 0, argument(argc, argv, 1, 2));
	for (int i = 0; i < threads; i++)
		team_start(&team, visit, (union task){ .rounds = rounds });
	team_join(&team);
	return 0;
}
