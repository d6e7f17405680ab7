// State that must be fresh in every execution: initialised and zeroed data, the heap, descriptors, random numbers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int initialised = 11, zeroed, pipes[2];
static char *remembered;

static void *disturb(void *arg)
{
	static int calls;

	assert(++calls == 1 && initialised == 11 && zeroed == 0 && !remembered);
	initialised = 12;
	zeroed = 13;
	remembered = malloc(5);
	return arg;
}

int main(void)
{
	pthread_t thread;
	int first = rand();

	assert(pipe(pipes) == 0);
	assert(pipes[0] < 20); /* they are closed by nobody but the end of the program */
	srand(1);
	assert(first == rand()); /* as if seeded with one */
	pthread_create(&thread, NULL, disturb, NULL);
	pthread_join(thread, NULL);
	assert(initialised == 12 && zeroed == 13 && remembered);
	return 0;
}
