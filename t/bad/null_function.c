// The handler is taken away between the check and the call.
// treadle: expect crash
// treadle: says "raise_event"
#include <pthread.h>
#include <stddef.h>

static int handled;

static void count(void)
{
	handled++;
}

static void (*volatile handler)(void) = count;

static void *raise_event(void *arg)
{
	if (handler)
		handler();
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, raise_event, NULL);
	handler = NULL;
	pthread_join(thread, NULL);
	return 0;
}
