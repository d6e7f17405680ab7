#include <pthread.h>
#include <stdio.h>
#include <treadle/treadle.h>

int part(int);
static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	shared += part(20);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	work(NULL);
	pthread_join(thread, NULL);
	treadle_assert(shared == 42, "both have worked");
	printf("%d\n", shared);
	return 0;
}
