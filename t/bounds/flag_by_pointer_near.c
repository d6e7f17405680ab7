// A flag behind a pointer, but another pointer in each round, so that the flag is another one too.
// bounds: unbounded 37
// bounds: unbounded 49
// bounds: unbounded 55
// bounds: unbounded 64
#include <pthread.h>
#include <stdlib.h>

struct client {
	int *is_started;
};

static void *work(void *arg)
{
	return arg;
}

static int *new_flag(void)
{
	return calloc(1, sizeof(int));
}

static void start(int *is_done)
{
	pthread_t thread;

	if (!*is_done) {
		pthread_create(&thread, NULL, work, NULL);
		*is_done = 1;
	}
}

void in_the_loop(void)
{
	pthread_t thread;

	for (;;) {
		int *is_done = new_flag();

		if (*is_done == 0) {
			pthread_create(&thread, NULL, work, NULL);
			*is_done = 1;
		}
	}
}

void handed_on(void)
{
	for (;;)
		start(new_flag());
}

void of_a_client(void)
{
	for (;;) {
		struct client client = { new_flag() };

		start(client.is_started);
	}
}

void declared_anew(void)
{
	for (;;) {
		int flags[2] = { 0 };

		start(flags);
	}
}
