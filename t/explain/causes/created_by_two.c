// Two threads create one thread each, so that in one order the reader is the third thread and in another one the writer.
// cause: order
// covers: all
// lines: @check @write
// says: ^work(#2)? read is_set\[0\] at .* before work(#2)? could write it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int is_set[2];

static void *work(void *arg)
{
	intptr_t me = (intptr_t)arg;

	if (me == 1)
		assert(atomic_load(&is_set[0])); /* @check */
	atomic_store(&is_set[me], 1); /* @write */
	return NULL;
}

static void *create(void *arg)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, arg);
	pthread_join(thread, NULL);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, create, (void *)0);
	pthread_create(&second, NULL, create, (void *)1);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
