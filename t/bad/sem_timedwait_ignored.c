// sem_timedwait gives up, and the code goes on as if it had the permit.
// treadle: expect assert
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t done;
static int result;

static void *compute(void *arg)
{
	result = 6 * 7;
	sem_post(&done);
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct timespec deadline;

	sem_init(&done, 0, 0);
	pthread_create(&thread, NULL, compute, NULL);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 5;
	sem_timedwait(&done, &deadline);
	assert(result == 42);
	pthread_join(thread, NULL);
	return 0;
}
