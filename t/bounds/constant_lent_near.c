// Only links with a flag have a thread, and somebody who has the address of the flags may set it.
// bounds: unbounded 49
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

static void allow(int *flags, int client)
{
	*flags = client > 5 ? THREADED : 0;
}

static void take(int client)
{
	int flags = 0, *asked = &flags;

	allow(asked, client);

	open_link(client, flags | QUIET);
}

void serve(void)
{
	int client;

	open_link(0, THREADED);
	while ((client = next_client()) >= 0)
		take(client);
}
