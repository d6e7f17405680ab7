// Who polls in vain does not go on, so time passes for the other; who polls only a few times does.
// treadle: options --timeouts last
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static sem_t never, soon;
static atomic_int is_over;

static int wait_for(sem_t *semaphore)
{
	struct timespec limit;

	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += 1;
	return sem_timedwait(semaphore, &limit);
}

static void *waiter(void *arg)
{
	assert(wait_for(&soon) == 0);
	assert(wait_for(&never) == -1 && errno == ETIMEDOUT);
	is_over = 1;
	return arg;
}

int main(void)
{
	pthread_t thread;

	sem_init(&never, 0, 0);
	sem_init(&soon, 0, 0);
	pthread_create(&thread, NULL, waiter, NULL);
	for (int i = 0; i < 3; i++)
		usleep(1000);
	sem_post(&soon);
	while (!is_over)
		usleep(1000);
	pthread_join(thread, NULL);
	return 0;
}
