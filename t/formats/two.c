/* Two bugs, so that --keep-going finds two. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x, y;

static void *worker(void *unused)
{
	x = 1;
	y = 1;
	return unused;
}

static void first_check(void)
{
	assert(x == 0 || y == 1);
}

static void second_check(int before)
{
	assert(before == y);
}

int main(void)
{
	pthread_t thread;
	int before;

	pthread_create(&thread, NULL, worker, NULL);
	first_check();
	before = y;
	second_check(before);
	pthread_join(thread, NULL);
	return 0;
}
