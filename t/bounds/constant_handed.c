// Only links with a flag have a thread, and those that the loop opens have none: their flags are 0, two calls further up.
// bounds: bounded 42 says "never so"
#include <pthread.h>

enum { QUIET = 1, THREADED = 2 };

int next_client(void);
void forget(int client);

static void *receive(void *arg)
{
	return arg;
}

static void make_thread(void)
{
	pthread_t t;

	pthread_create(&t, NULL, receive, NULL);
}

static void open_link(int client, int flags)
{
	if (flags & THREADED)
		make_thread();
	else
		forget(client);
}

static void take(int client)
{
	int flags = 0;

	open_link(client, flags | QUIET);
}

void serve(void)
{
	int client;

	open_link(0, THREADED);
	while ((client = next_client()) >= 0)
		take(client);
}
