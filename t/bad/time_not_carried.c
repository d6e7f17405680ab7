// Half a second is added to a time without a carry: in the second half of a second nobody waits, and the result is not looked at.
// treadle: expect assert
// treadle: says "is_ready"
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void *prepare(void *arg)
{
	pthread_mutex_lock(&mutex);
	is_ready = 1;
	pthread_cond_signal(&ready);
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	struct timespec until = { .tv_sec = 4102444800, .tv_nsec = 700000000 };
	pthread_t thread;

	until.tv_nsec += 500000000;
	pthread_create(&thread, NULL, prepare, NULL);
	pthread_mutex_lock(&mutex);
	for (int tries = 0; !is_ready && tries < 3; tries++)
		pthread_cond_timedwait(&ready, &mutex, &until);
	assert(is_ready);
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
	return 0;
}
