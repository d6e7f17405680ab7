/* A loop that gives up after some rounds, and counts them in an atomic variable that is nobody else's. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, tries;
static int has_given_up;

static void *wait_a_while(void *unused)
{
	while (!flag && atomic_fetch_add(&tries, 1) < 6) {
	}
	has_given_up = !flag;
	return unused;
}

static void *set_flag(void *unused)
{
	flag = 1;
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, wait_a_while, NULL);
	pthread_create(&threads[1], NULL, set_flag, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(!has_given_up);
	return 0;
}
