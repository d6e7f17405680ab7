/* A lock out of exchanges that nobody gives back: two threads go round for ever, and what each of them writes concerns the other. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock;

static void *take(void *unused)
{
	while (atomic_exchange(&lock, 1)) {
	}
	return unused;
}

int main(void)
{
	pthread_t threads[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, take, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
