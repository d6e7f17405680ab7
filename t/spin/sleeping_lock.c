/* A lock whose waiters sleep by a word of their own, which they spin on: what they have read before that loop is no part of it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock, wakes;
static int count;

static int swap(int from, int to)
{
	return atomic_compare_exchange_strong(&lock, &from, to);
}

static void sleep_while(int value)
{
	int before = wakes;
	if (lock != value)
		return;
	while (wakes == before) {
	}
}

static void take(void)
{
	if (swap(0, 1))
		return;
	do {
		swap(1, 2);
		sleep_while(2);
	} while (!swap(0, 2));
}

static void give(void)
{
	if (swap(1, 0))
		return;
	lock = 0;
	wakes++;
}

static void *work(void *argument)
{
	take();
	count++;
	give();
	return argument;
}

int main(void)
{
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(count == 2);
	return 0;
}
