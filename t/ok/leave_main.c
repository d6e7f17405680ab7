// main returns while a detached thread runs on: the program just ends.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int steps;

static void *background(void *arg)
{
	for (int i = 0; i < 3; i++)
		atomic_fetch_add(&steps, 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, background, NULL);
	pthread_detach(thread);
	printf("main is done\n");
	return 0;
}
