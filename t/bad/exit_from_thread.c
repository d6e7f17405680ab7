// A thread gives up for the whole program when it finds no input yet.
// treadle: expect exit-code
// treadle: says "@exit"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int input;

static void *reader(void *arg)
{
	if (!atomic_load(&input))
		exit(4); /* @exit */
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, reader, NULL);
	atomic_store(&input, 1);
	pthread_join(thread, NULL);
	return 0;
}
