// The paper's motivating example: threads are added while fewer are idle than should be, and busy ones do not count.
// bounds: unbounded 43
// bounds: bounded 31
#include <pthread.h>
#include <unistd.h>

struct pool {
	int threads, busy;
};

int min_idle(void), max_idle(void);
void act(void);
void kill_threads(struct pool *pool, int number);

static void *serve(void *arg)
{
	__sync_fetch_and_add(&((struct pool *)arg)->busy, 1);
	act();
	return NULL;
}

static void add_thread(struct pool *pool)
{
	pthread_t t;
	pthread_create(&t, NULL, serve, pool);
	pool->threads++;
}

static void spawn_threads(struct pool *pool, int number)
{
	for (int i = 0; i < number; i++)
		add_thread(pool);
}

static int idle_threads(struct pool *pool)
{
	return pool->threads - pool->busy;
}

void run(struct pool *pool)
{
	int fewest = min_idle(), most = max_idle();
	while (1) {
		sleep(1);
		int idle = idle_threads(pool);
		if (idle < fewest) {
			spawn_threads(pool, fewest - idle);
			continue;
		}
		if (idle <= most)
			continue;
		kill_threads(pool, idle - most);
	}
}
