/* One order of very many: a thread that counts to ROUNDS must be overtaken by the other at the end of each round. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ROUNDS = 7 };

static atomic_int turn;
static int met;

static void *count(void *arg)
{
	for (int i = 1; i <= ROUNDS; i++)
		turn = i;
	return arg;
}

static void *follow(void *arg)
{
	for (int i = 1; i <= ROUNDS; i++)
		met += turn == i;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, count, NULL);
	pthread_create(&b, NULL, follow, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(met < ROUNDS);
	return 0;
}
