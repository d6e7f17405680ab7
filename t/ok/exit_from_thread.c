// A thread ends the program with exit(0) while main waits for it; handlers run once, last registered first.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int handlers;

static void first(void)
{
	assert(handlers++ == 1);
	printf("first\n");
}

static void second(void)
{
	assert(handlers++ == 0);
	printf("second\n");
}

static void *leave(void *arg)
{
	(void)arg;
	exit(0);
}

int main(void)
{
	pthread_t thread;

	atexit(first);
	atexit(second);
	pthread_create(&thread, NULL, leave, NULL);
	pthread_join(thread, NULL);
	return 9;
}
