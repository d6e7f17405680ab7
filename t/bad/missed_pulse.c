// The flag is up only for a moment; a thread that spins for it and looks at the wrong times spins for ever.
// treadle: expect endless
// treadle: says "\bgo\b"
// treadle: says "load go = 0\n.*the same \d+ times more"
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go;

static void *runner(void *arg)
{
	while (!atomic_load(&go))
		;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, runner, NULL);
	atomic_store(&go, 1);
	atomic_store(&go, 0);
	pthread_join(thread, NULL);
	return 0;
}
