/* bb_usual PRODUCERS CONSUMERS SLOTS ITEMS MUTEXES: a bounded buffer out of semaphores in the usual order: wait for a slot first,
 * then lock the buffer.  There is one mutex for all, or there are two: one for the producers and one for the consumers. */
#include <semaphore.h>

#include "team.h"

enum { SLOTS_MOST = 16 };

static sem_t empty, full;
static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int slots[SLOTS_MOST], next_put, next_take;

static void *produce(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++) {
		sem_wait(&empty);
		pthread_mutex_lock(&locks[0]);
		slots[next_put] = 1;
		next_put = (next_put + 1) % task.size;
		pthread_mutex_unlock(&locks[0]);
		sem_post(&full);
	}
	return NULL;
}

/* Returns the sum of what it took; self is the number of its lock. */
static void *consume(void *arg)
{
	union task task = { .packed = arg };
	intptr_t sum = 0;

	for (int i = 0; i < task.rounds; i++) {
		sem_wait(&full);
		pthread_mutex_lock(&locks[task.self]);
		sum += slots[next_take];
		slots[next_take] = 0;
		next_take = (next_take + 1) % task.size;
		pthread_mutex_unlock(&locks[task.self]);
		sem_post(&empty);
	}
	return (void *)sum;
}

int main(int argc, char **argv)
{
	int producers = argument(argc, argv, 1, 2), consumers = argument(argc, argv, 2, 2);
	union task task = { .size = argument(argc, argv, 3, 2), .rounds = argument(argc, argv, 4, 1) };
	int mutexes = argument(argc, argv, 5, 2);
	struct team team = { 0 };

	assert(task.size <= SLOTS_MOST && (mutexes == 1 || mutexes == 2));
	sem_init(&empty, 0, task.size);
	sem_init(&full, 0, 0);
	for (int i = 0; i < producers; i++)
		team_start(&team, produce, task);
	task.self = mutexes - 1;
	for (int i = 0; i < consumers; i++)
		team_start(&team, consume, task);
	assert(team_join(&team) == consumers * task.rounds);
	return 0;
}
