// C11 threads add up their results in a variable without a lock.
// treadle: expect assert
// treadle: says "\bsum\b"
#include <assert.h>
#include <threads.h>

static int sum;

static int add(void *arg)
{
	sum += *(int *)arg;
	return 0;
}

int main(void)
{
	thrd_t threads[2];
	int numbers[2] = { 5, 6 };

	for (int i = 0; i < 2; i++)
		thrd_create(&threads[i], add, &numbers[i]);
	for (int i = 0; i < 2; i++)
		thrd_join(threads[i], NULL);
	assert(sum == 11);
	return 0;
}
