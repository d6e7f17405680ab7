// The same code on two objects, each with a lock of its own: what is done with one has nothing to do with the other.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct counter {
	pthread_mutex_t lock;
	long hits;
};

static void hit(struct counter *counter)
{
	pthread_mutex_lock(&counter->lock);
	counter->hits++;
	pthread_mutex_unlock(&counter->lock);
}

static void *serve(void *arg)
{
	struct counter **counters = arg;

	hit(counters[0]);
	hit(counters[1]);
	return NULL;
}

int main(void)
{
	struct counter *all[4], *shared = calloc(3, sizeof *shared);
	pthread_t a, b;

	for (int i = 0; i < 3; i++)
		pthread_mutex_init(&shared[i].lock, NULL);
	all[0] = &shared[0];
	all[1] = all[3] = &shared[1];
	all[2] = &shared[2];
	pthread_create(&a, NULL, serve, &all[0]);
	pthread_create(&b, NULL, serve, &all[2]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(shared[0].hits == 1 && shared[1].hits == 2 && shared[2].hits == 1);
	free(shared);
	return 0;
}
