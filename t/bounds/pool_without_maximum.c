// A pool that grows whenever nobody is idle.
// bounds: unbounded 17
#include <pthread.h>

struct pool {
	pthread_mutex_t lock;
	int threads, idle;
};

int next_client(void);
void put(struct pool *pool, int client);
void *work(void *arg);

void run(struct pool *pool)
{
	pthread_t t;
	for (;;) {
		put(pool, next_client());
		pthread_mutex_lock(&pool->lock);
		if (pool->idle == 0) {
			pool->threads++;
			pthread_create(&t, NULL, work, pool);
		}
		pthread_mutex_unlock(&pool->lock);
	}
}
