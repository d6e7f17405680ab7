/* bb_semaphore PRODUCERS CONSUMERS SLOTS ITEMS: a bounded buffer out of semaphores.  Only one producer at a time waits for an
 * empty slot, and only one consumer at a time for a full one.  Every thread puts or takes so many items. */
#include <semaphore.h>

#include "team.h"

enum { SLOTS_MOST = 16 };

static sem_t empty, full, may_put, may_take;
static int slots[SLOTS_MOST], next_put, next_take;

static void *produce(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++) {
		sem_wait(&may_put);
		sem_wait(&empty);
		slots[next_put] = 1;
		next_put = (next_put + 1) % task.size;
		sem_post(&full);
		sem_post(&may_put);
	}
	return NULL;
}

/* Returns the sum of what it took. */
static void *consume(void *arg)
{
	union task task = { .packed = arg };
	intptr_t sum = 0;

	for (int i = 0; i < task.rounds; i++) {
		sem_wait(&may_take);
		sem_wait(&full);
		sum += slots[next_take];
		slots[next_take] = 0;
		next_take = (next_take + 1) % task.size;
		sem_post(&empty);
		sem_post(&may_take);
	}
	return (void *)sum;
}

int main(int argc, char **argv)
{
	int producers = argument(argc, argv, 1, 2), consumers = argument(argc, argv, 2, 2);
	union task task = { .size = argument(argc, argv, 3, 2), .rounds = argument(argc, argv, 4, 1) };
	struct team team = { 0 };

	assert(task.size <= SLOTS_MOST);
	sem_init(&empty, 0, task.size);
	sem_init(&full, 0, 0);
	sem_init(&may_put, 0, 1);
	sem_init(&may_take, 0, 1);
	for (int i = 0; i < producers; i++)
		team_start(&team, produce, task);
	for (int i = 0; i < consumers; i++)
		team_start(&team, consume, task);
	assert(team_join(&team) == consumers * task.rounds);
	return 0;
}
