// Libraries that ask the processor for the thread they are in name an offset from its segment as if it were an address.
// There is nothing at that address, and what is meant is the thread's own.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Thread_local long calls;
static int entered;

static void *self(size_t slot)
{
	void *found;
	const size_t offset = slot * sizeof found;

	__asm__("movq %%fs:%1, %0" : "=r"(found) : "m"(*((void **)offset)));
	return found;
}

static void count(void)
{
	size_t offset = (size_t)&calls - (size_t)self(0);

	__asm__("lock; addq $1, %%fs:%0" : "+m"(*((long *)offset)));
}

static void *work(void *other)
{
	assert(self(0) != other);
	count();
	count();
	assert(calls == 2);
	__asm__("lock; incl %0" : "+m"(entered));
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, self(0));
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(entered == 2);
	return 0;
}
