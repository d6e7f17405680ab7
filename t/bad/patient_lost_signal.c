// A signal that nobody waits for yet is lost; the wait that comes after it ends only because its time is up.
// treadle: expect assert
// treadle: options --timeouts last
// treadle: says "signal filled: nobody waits"
// treadle: says "timed out"
// cause: order
// says: ^fill signalled filled at .* before main began to wait for it at
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void *fill(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct timespec limit;

	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += 60;
	pthread_create(&thread, NULL, fill, NULL);
	pthread_mutex_lock(&lock);
	assert(pthread_cond_timedwait(&filled, &lock, &limit) == 0);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	return 0;
}
