// A pool that grows up to a maximum and whose threads leave when there is nothing to do.
// bounds: alive 28
#include <pthread.h>

struct pool {
	pthread_mutex_t lock;
	int threads, idle, most;
};

int next_client(void);
void put(struct pool *pool, int client);
int take(struct pool *pool);

static void *work(void *arg)
{
	struct pool *pool = arg;
	while (take(pool) >= 0)
		continue;
	pthread_mutex_lock(&pool->lock);
	pool->threads--;
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

void run(struct pool *pool)
{
	pthread_t t;
	for (;;) {
		put(pool, next_client());
		pthread_mutex_lock(&pool->lock);
		if (pool->idle == 0 && pool->threads < pool->most) {
			pool->threads++;
			pthread_create(&t, NULL, work, pool);
		}
		pthread_mutex_unlock(&pool->lock);
	}
}
