// The wait may end because the time is up; the result is thrown away.
// treadle: expect assert
// treadle: says "\banswer\b"
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static int answer;

static void *oracle(void *arg)
{
	pthread_mutex_lock(&lock);
	answer = 42;
	pthread_cond_signal(&answered);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct timespec deadline;

	pthread_create(&thread, NULL, oracle, NULL);
	pthread_mutex_lock(&lock);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 10;
	if (!answer)
		pthread_cond_timedwait(&answered, &lock, &deadline);
	assert(answer == 42);
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL);
	return 0;
}
