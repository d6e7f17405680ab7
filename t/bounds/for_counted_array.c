// The limit is the length of an array.
// bounds: bounded 16
#include <pthread.h>
#include <stddef.h>

static const char *const names[] = { "log", "net", "disk" };

static void *work(void *arg)
{
	return arg;
}

void start_all(void)
{
	pthread_t t;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		pthread_create(&t, NULL, work, (void *)names[i]);
}
