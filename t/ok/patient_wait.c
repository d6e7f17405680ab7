// The answer always comes in time, for time passes only when nobody can go on; and what two threads wait for at most comes in order.
// treadle: options --timeouts last
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t nobody_posts;
static int is_ready, ticks;

static struct timespec in_seconds(int seconds)
{
	struct timespec limit;

	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_sec += seconds;
	return limit;
}

static void *work(void *arg)
{
	struct timespec tick = in_seconds(1);

	assert(sem_timedwait(&nobody_posts, &tick) == -1 && errno == ETIMEDOUT);
	pthread_mutex_lock(&lock);
	ticks++;
	is_ready = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct timespec limit = in_seconds(60);
	int result = 0;

	sem_init(&nobody_posts, 0, 0);
	pthread_create(&thread, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	while (!is_ready && !result)
		result = pthread_cond_timedwait(&changed, &lock, &limit);
	pthread_mutex_unlock(&lock);
	assert(!result && ticks == 1);
	pthread_join(thread, NULL);
	return 0;
}
