// Along an array of structures, up to one that has no name.
// bounds: bounded 19
// bounds: bounded 21
#include <pthread.h>

struct service {
	const char *name;
	int port;
};

static const struct service services[] = { { "echo", 7 }, { "discard", 9 }, { 0, 0 } };

void *serve(void *arg);

void serve_all(void)
{
	pthread_t t;

	for (const struct service *at = services; at->name != NULL; at++)
		pthread_create(&t, NULL, serve, (void *)at);
	for (int i = 0; services[i].name; i++)
		pthread_create(&t, NULL, serve, (void *)&services[i]);
}
