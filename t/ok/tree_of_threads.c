// Threads that create threads: a parallel sum over a tree.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

struct range {
	int low, high;
	long sum;
};

static void *add_up(void *arg)
{
	struct range *range = arg;

	if (range->high - range->low == 1) {
		range->sum = range->low;
		return NULL;
	}
	int middle = (range->low + range->high) / 2;
	struct range left = { range->low, middle, 0 }, right = { middle, range->high, 0 };
	pthread_t thread;

	pthread_create(&thread, NULL, add_up, &left);
	add_up(&right);
	pthread_join(thread, NULL);
	range->sum = left.sum + right.sum;
	return NULL;
}

int main(void)
{
	struct range all = { 0, 5, 0 };

	add_up(&all);
	assert(all.sum == 10);
	printf("sum %ld\n", all.sum);
	return 0;
}
