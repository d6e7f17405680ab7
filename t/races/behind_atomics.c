/* All that threads usually do is atomic; only in one order of many do they come to the plain counter, and then it is a race. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int steps, seen;
static int total;

static void *climb(void *arg)
{
	for (int i = 0; i < 3; i++)
		atomic_fetch_add(&steps, 1);
	return arg;
}

static void *watch(void *arg)
{
	int first = steps, second = steps, third = steps;
	if (first == 1 && second == 2 && third == 3)
		total++;
	seen = third;
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, climb, NULL);
	pthread_create(&threads[1], NULL, watch, NULL);
	pthread_create(&threads[2], NULL, watch, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return seen > 3;
}
