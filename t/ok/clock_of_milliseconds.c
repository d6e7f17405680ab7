// A thread waits until a time has passed, of which it sees only milliseconds: when its wait ends it goes round until the next one.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long due, scans, looked_at;

__attribute__((noinline)) static long milliseconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void *expire(void *arg)
{
	struct timespec until = { .tv_sec = due / 1000, .tv_nsec = due % 1000 * 1000000 };

	pthread_mutex_lock(&mutex);
	for (;;) {
		long now = milliseconds();

		for (scans = 8; scans; scans--)
			looked_at = due;
		if (looked_at < now)
			break;
		if (now < due)
			pthread_cond_timedwait(&changed, &mutex, &until);
	}
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t thread;

	due = milliseconds() + 50;
	pthread_create(&thread, NULL, expire, NULL);
	pthread_mutex_lock(&mutex);
	scans = 0;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, NULL);
	return 0;
}
