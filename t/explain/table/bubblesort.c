// Two threads bubble through the same array, and nothing makes a swap one step.
// cause: atomicity
// lines: @keep|@lower @lower|@upper
// says: wrote (numbers\[\d\]) at \S+ between [^ ]+ (read|write) at \S+ and its (read|write) at
// completions: 13
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { COUNT = 3 };

static int numbers[COUNT] = { 3, 2, 1 };

static void swap(int i)
{
	int kept = numbers[i]; /* @keep */

	numbers[i] = numbers[i + 1]; /* @lower */
	numbers[i + 1] = kept; /* @upper */
}

static void *bubble(void *arg)
{
	for (int i = 0; i + 1 < COUNT; i++)
		if (numbers[i] > numbers[i + 1])
			swap(i);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int seen[COUNT + 1] = { 0 };

	pthread_create(&a, NULL, bubble, NULL);
	pthread_create(&b, NULL, bubble, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	for (int i = 0; i < COUNT; i++)
		assert(!seen[numbers[i]]++);
	return 0;
}
