// Without optimisation a division is done whether or not its result is used, and the divisor may be 0 by then.
// treadle: flags -O0
// treadle: expect crash
// treadle: says "@divide"
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int workers = 2;

static void share_out(int items)
{
	int each = items / workers; /* @divide */
	(void)each;
}

static void *work(void *unused)
{
	share_out(10);
	workers--;
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	share_out(10);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
