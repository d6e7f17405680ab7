/* A loop that looks at more places than the runtime remembers: each of them can end it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int f[10];

static void *clear(void *argument)
{
	for (int i = 0; i < 10; i++)
		f[i] = 0;
	return argument;
}

static void *set(void *argument)
{
	f[4] = 1;
	f[9] = 1;
	return argument;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, clear, NULL);
	pthread_join(thread, NULL);
	pthread_create(&thread, NULL, set, NULL);
	while (!(f[0] | f[1] | f[2] | f[3] | f[4] | f[5] | f[6] | f[7] | f[8] | f[9])) {
	}
	pthread_join(thread, NULL);
	return 0;
}
