// The server sets up its condition variable when it starts, and a client may be waiting for it by then.
// treadle: expect bad-primitive
// treadle: says "a condition variable is initialised while it is in use: is_ready; ask waits for it with lock, at serve \(@init\)"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_ready = PTHREAD_COND_INITIALIZER;
static int ready;

static void *ask(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!ready)
		pthread_cond_wait(&is_ready, &lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *serve(void *arg)
{
	pthread_cond_init(&is_ready, NULL); /* @init */
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_cond_signal(&is_ready);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, ask, NULL);
	pthread_create(&b, NULL, serve, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
