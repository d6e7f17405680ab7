// The report is written with the lock held, and takes the lock again; only when the other thread was first.
// treadle: expect self-deadlock
// treadle: says "@again"
// treadle: says "\blog_lock\b"
#include <pthread.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines, overflows;

static void report_overflow(void)
{
	pthread_mutex_lock(&log_lock); /* @again */
	overflows++;
	pthread_mutex_unlock(&log_lock);
}

static void *log_line(void *arg)
{
	pthread_mutex_lock(&log_lock);
	if (lines == 1)
		report_overflow();
	else
		lines++;
	pthread_mutex_unlock(&log_lock);
	return arg;
}

static void *rotate(void *arg)
{
	pthread_mutex_lock(&log_lock);
	lines = 0;
	pthread_mutex_unlock(&log_lock);
	return arg;
}

int main(void)
{
	pthread_t writer, rotator;

	log_line(NULL);
	pthread_create(&rotator, NULL, rotate, NULL);
	pthread_create(&writer, NULL, log_line, NULL);
	pthread_join(rotator, NULL);
	pthread_join(writer, NULL);
	return 0;
}
