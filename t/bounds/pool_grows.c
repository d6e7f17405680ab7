// A pool that grows up to a maximum and never shrinks.
// bounds: bounded 28
#include <pthread.h>

struct pool {
	pthread_mutex_t lock;
	int threads, idle, most;
};

int next_client(void);
void put(struct pool *pool, int client);
void *work(void *arg);

static void submit(struct pool *pool, int client)
{
	pthread_t t;
	pthread_mutex_lock(&pool->lock);
	put(pool, client);
	if (pool->idle == 0 && pool->threads < pool->most) {
		pool->threads++;
		pthread_create(&t, NULL, work, pool);
	}
	pthread_mutex_unlock(&pool->lock);
}

void run(struct pool *pool)
{
	for (;;)
		submit(pool, next_client());
}
