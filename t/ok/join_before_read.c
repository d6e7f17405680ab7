// Results that threads leave in plain memory are read once each was joined, while the others still work.
#include <assert.h>
#include <pthread.h>

enum { WORKERS = 3 };

static struct {
	int first, last;
	long sum;
} parts[WORKERS];

static void *add_up(void *arg)
{
	int part = *(const int *)arg;

	for (int i = parts[part].first; i <= parts[part].last; i++)
		parts[part].sum += i;
	return NULL;
}

int main(void)
{
	pthread_t threads[WORKERS];
	int numbers[WORKERS];
	long total = 0;

	for (int i = 0; i < WORKERS; i++) {
		numbers[i] = i;
		parts[i].first = 2 * i;
		parts[i].last = 2 * i + 1;
		pthread_create(&threads[i], NULL, add_up, &numbers[i]);
	}
	for (int i = WORKERS - 1; i >= 0; i--) {
		pthread_join(threads[i], NULL);
		total += parts[i].sum;
		parts[i].sum = 0;
	}
	assert(total == 15);
	return 0;
}
