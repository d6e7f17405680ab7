// A sequence lock: the reader goes round again when a writer was there meanwhile.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int hours, minutes;

static void *advance(void *arg)
{
	for (int i = 1; i <= 2; i++) {
		atomic_fetch_add(&sequence, 1);
		atomic_store(&hours, i);
		atomic_store(&minutes, i);
		atomic_fetch_add(&sequence, 1);
	}
	return arg;
}

int main(void)
{
	pthread_t thread;
	unsigned before;
	int h, m;

	pthread_create(&thread, NULL, advance, NULL);
	do {
		while ((before = atomic_load(&sequence)) % 2)
			;
		h = atomic_load(&hours);
		m = atomic_load(&minutes);
	} while (atomic_load(&sequence) != before);
	assert(h == m);
	pthread_join(thread, NULL);
	return 0;
}
