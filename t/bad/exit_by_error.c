// A check that says what is wrong by err, which ends the program from inside the C library.
// treadle: expect exit-code
// treadle: says "too late"
#include <err.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int is_ready;

static void *prepare(void *arg)
{
	atomic_store(&is_ready, 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, prepare, NULL);
	if (!atomic_load(&is_ready))
		errx(3, "too late");
	pthread_join(thread, NULL);
	return 0;
}
