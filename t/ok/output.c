// Threads that print, one line each, in an order of their own making; the output is the same however they run.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;

static void *say(void *arg)
{
	int me = (int)(intptr_t)arg;

	pthread_mutex_lock(&lock);
	while (turn != me)
		pthread_cond_wait(&changed, &lock);
	printf("thread %d\n", me);
	turn++;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (intptr_t i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, say, (void *)i);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	fprintf(stderr, "all said\n");
	return write(1, "end\n", 4) == 4 ? 0 : 1;
}
