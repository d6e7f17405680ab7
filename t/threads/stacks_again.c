// So many threads, one after the other, that their stacks are used again; and each lends a variable to a thread of its own.
#include <pthread.h>
#include <stddef.h>

enum { ROUNDS = 70 };

static int total;

static void *add(void *arg)
{
	total += *(int *)arg;
	return NULL;
}

static void *lend(void *arg)
{
	int one = 1, unused = 0;
	pthread_t thread;

	(void)arg;
	pthread_create(&thread, NULL, add, &one);
	pthread_join(thread, NULL);
	return unused ? &total : NULL;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < ROUNDS; i++) {
		pthread_create(&thread, NULL, lend, NULL);
		pthread_join(thread, NULL);
	}
	return total != ROUNDS;
}
