// A flag behind a pointer: the same one in every round, or one for each element of an array that is gone along.
// bounds: bounded 27
// bounds: bounded 35
// bounds: bounded 43
#include <pthread.h>
#include <unistd.h>

static int is_started;

static void *work(void *arg)
{
	return arg;
}

static void start(int *is_done)
{
	pthread_t thread;

	if (!*is_done) {
		pthread_create(&thread, NULL, work, NULL);
		*is_done = 1;
	}
}

void global(void)
{
	for (;;) {
		start(&is_started);
		sleep(1);
	}
}

void handed(int *is_done)
{
	for (;;)
		start(is_done);
}

void along(int *flags, int count)
{
	pthread_t thread;

	for (int *flag = flags; count; flag++, count--) {
		if (*flag == 0) {
			pthread_create(&thread, NULL, work, NULL);
			*flag = 1;
		}
	}
}
