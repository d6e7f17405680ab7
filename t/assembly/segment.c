// Memory of the thread itself, by an address space that is the processor's segment.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef __clang__
#define OWN __attribute__((address_space(257)))
#define add(pointer) __atomic_fetch_add(pointer, 1, __ATOMIC_SEQ_CST)
#else
#define OWN __seg_fs
#define add(pointer) (++*(pointer)) /* gcc has no atomics there */
#endif

static _Thread_local long calls;
static int entered;

static void *self(void)
{
	return *(void *OWN *)0;
}

static void *work(void *other)
{
	size_t offset = (size_t)&calls - (size_t)self();

	assert(self() != other);
	add((long OWN *)offset);
	*(volatile long OWN *)offset += 1;
	assert(calls == 2);
	__atomic_fetch_add(&entered, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, self());
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(entered == 2);
	return 0;
}
