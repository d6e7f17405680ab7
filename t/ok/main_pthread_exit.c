// main ends by pthread_exit; the program goes on until the last thread ends, with status 0.
// treadle: races thread sanitizer hangs when main ends by pthread_exit
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int finished;

static void check(void)
{
	assert(finished == 2);
	printf("both finished\n");
}

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	finished++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	atexit(check);
	for (int i = 0; i < 2; i++) {
		pthread_create(&thread, NULL, work, NULL);
		pthread_detach(thread);
	}
	pthread_exit(NULL);
}
