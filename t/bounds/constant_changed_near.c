// What the variable was given is not what it is: somebody has written through a pointer to it.
// bounds: unbounded 22
#include <pthread.h>

int next_client(void);

static void *receive(void *arg)
{
	return arg;
}

static void open_link(int is_threaded)
{
	pthread_t t;

	if (is_threaded)
		pthread_create(&t, NULL, receive, NULL);
}

void serve(void)
{
	while (next_client() >= 0) {
		int is_threaded = 0, *asked = &is_threaded;

		*asked = 1;
		open_link(is_threaded);
	}
}
