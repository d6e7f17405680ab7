// A timed lock that timed out is unlocked all the same.
// treadle: expect not-owner
// treadle: says "@unlock"
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int updates;

static void *update(void *arg)
{
	struct timespec deadline;

	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 1;
	pthread_mutex_timedlock(&lock, &deadline);
	updates++;
	pthread_mutex_unlock(&lock); /* @unlock */
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, update, NULL);
	pthread_create(&b, NULL, update, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
