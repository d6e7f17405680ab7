// Clocks never go back, agree with each other, and have moved on after a sleep.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static double now(clockid_t clock)
{
	struct timespec time;

	assert(clock_gettime(clock, &time) == 0);
	assert(time.tv_nsec >= 0 && time.tv_nsec < 1000000000);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *napper(void *arg)
{
	double before = now(CLOCK_MONOTONIC);

	usleep(30000);
	assert(now(CLOCK_MONOTONIC) >= before + 0.03);
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct timeval day;
	struct timespec until;
	time_t seconds = time(NULL);
	double monotonic = now(CLOCK_MONOTONIC);

	pthread_create(&thread, NULL, napper, NULL);
	gettimeofday(&day, NULL);
	assert(day.tv_sec >= seconds);
	nanosleep(&(struct timespec){ 0, 20000000 }, NULL);
	assert(now(CLOCK_MONOTONIC) >= monotonic + 0.02);
	assert(time(NULL) >= seconds); /* the coarse clock: it may lag behind the others */
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec = 0;
	until.tv_sec++;
	assert(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL) == 0);
	assert(now(CLOCK_REALTIME) >= (double)until.tv_sec);
	pthread_join(thread, NULL);
	assert(clock_gettime(100, &until) == -1 && errno == EINVAL);
	assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &(struct timespec){ 0 }, NULL) == EINVAL);
	assert(clock_nanosleep(CLOCK_REALTIME, 0, &(struct timespec){ .tv_nsec = -1 }, NULL) == EINVAL);
	return 0;
}
