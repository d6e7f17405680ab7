// A counter that is read and written by inline assembly, one after the other.
// treadle: expect assert
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *arg)
{
	int value;

	__asm__ volatile("movl %1, %0" : "=r"(value) : "m"(counter) : "memory");
	__asm__ volatile("movl %1, %0" : "=m"(counter) : "r"(value + 1) : "memory");
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, work, NULL);
	pthread_create(&threads[1], NULL, work, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	assert(counter == 2);
	return 0;
}
