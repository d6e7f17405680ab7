// Three philosophers; the last one takes the forks the other way round.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { SEATS = 3 };

static pthread_mutex_t fork_at[SEATS];
static int meals[SEATS];

static void *philosopher(void *arg)
{
	int seat = (int)(intptr_t)arg;
	int a = seat, b = (seat + 1) % SEATS;
	int low = a < b ? a : b, high = a < b ? b : a;

	pthread_mutex_lock(&fork_at[low]);
	pthread_mutex_lock(&fork_at[high]);
	meals[seat]++;
	pthread_mutex_unlock(&fork_at[high]);
	pthread_mutex_unlock(&fork_at[low]);
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
	for (int i = 0; i < SEATS; i++)
		assert(meals[i] == 1);
	return 0;
}
