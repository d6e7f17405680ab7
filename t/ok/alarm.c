// An alarm that is to end a test that hangs does not end an exploration that takes its time.
#include <pthread.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *arg)
{
	(void)arg;
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&mutex);
		count++;
		pthread_mutex_unlock(&mutex);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	struct itimerval limit = {.it_value = {.tv_sec = 20}};

	alarm(20);
	setitimer(ITIMER_PROF, &limit, NULL);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return count != 9;
}
