// Threads share variables of main's stack under a lock that lies there too, and use their own stacks without one.
#include <assert.h>
#include <pthread.h>

struct shared {
	pthread_mutex_t lock;
	int highest;
	int *first;
};

static void *offer(void *arg)
{
	struct shared *shared = arg;
	int mine[2] = { 3, 4 };

	mine[0] += mine[1];
	pthread_mutex_lock(&shared->lock);
	if (mine[0] > shared->highest)
		shared->highest = mine[0];
	pthread_mutex_unlock(&shared->lock);
	return NULL;
}

int main(void)
{
	struct shared shared = { .lock = PTHREAD_MUTEX_INITIALIZER };
	pthread_t threads[2];
	int own = 5;

	shared.first = &own;
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, offer, &shared);
	own++;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(shared.highest == 7 && *shared.first == 6);
	return 0;
}
