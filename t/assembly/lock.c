// A lock and a counter as libraries write them that are older than C11: inline assembly on memory.
#include <assert.h>
#include <pthread.h>

struct anything {
	long words[10];
};

static int lock, turns, ready, published, waiting;
static struct {
	void *pointer;
	char neighbour;
} last;

static int exchange(int *place, int value)
{
	__asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*place) : : "memory");
	return value;
}

static int compare_and_swap(int *place, int expected, int desired)
{
	__asm__ volatile("lock; cmpxchg %2, %1" : "+a"(expected), "+m"(*place) : "r"(desired) : "memory");
	return expected;
}

static void store(int *place, int value)
{
	__asm__ volatile("movl %1, %0" : "=m"(*place) : "ir"(value) : "memory");
}

static int load(int *place)
{
	int value;

	__asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*place) : "memory");
	return value;
}

static void increment(int *place)
{
	__asm__ volatile("lock; incl %0" : "=m"(*(struct anything *)place) : : "memory");
}

/* The size is that of the instruction, not that of what is named. */
static void *exchange_pointer(void **place, void *value)
{
	__asm__ volatile("xchgq %0, %1" : "+r"(value), "+m"(*(char *)place) : : "memory");
	return value;
}

static void *work(void *arg)
{
	while (exchange(&lock, 1))
		__asm__ volatile("pause" : : : "memory");
	turns++;
	store(&lock, 0);
	increment(&waiting);
	exchange_pointer(&last.pointer, &turns);
	return arg;
}

static void *publish(void *arg)
{
	published = 7;
	assert(compare_and_swap(&ready, 0, 1) == 0);
	return work(arg);
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, work, NULL);
	pthread_create(&threads[1], NULL, publish, NULL);
	last.neighbour = 1;
	if (load(&ready))
		assert(published == 7);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	assert(turns == 2 && waiting == 2 && last.pointer == &turns);
	return 0;
}
