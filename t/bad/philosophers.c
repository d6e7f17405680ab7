// Three philosophers, each takes the left fork first.
// treadle: expect deadlock|cycle
// treadle: says "philosopher"
// treadle: says "\bfork"
#include <pthread.h>
#include <stdint.h>

enum { SEATS = 3 };

static pthread_mutex_t fork_at[SEATS];

static void *philosopher(void *arg)
{
	int seat = (int)(intptr_t)arg;

	pthread_mutex_lock(&fork_at[seat]);
	pthread_mutex_lock(&fork_at[(seat + 1) % SEATS]);
	pthread_mutex_unlock(&fork_at[(seat + 1) % SEATS]);
	pthread_mutex_unlock(&fork_at[seat]);
	return NULL;
}

int main(void)
{
	pthread_t threads[SEATS];

	for (int i = 0; i < SEATS; i++)
		pthread_mutex_init(&fork_at[i], NULL);
	for (intptr_t i = 0; i < SEATS; i++)
		pthread_create(&threads[i], NULL, philosopher, (void *)i);
	for (int i = 0; i < SEATS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
