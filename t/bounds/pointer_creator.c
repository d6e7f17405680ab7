// Threads are created through pointers to pthread_create: a variable, and a field.
// bounds: unbounded 22
// bounds: bounded 28
// bounds: bounded 37
#include <pthread.h>

typedef int (*creator)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

struct system {
	creator create;
};

void *serve(void *client);
int next_client(void);
static creator start = pthread_create;
static struct system host = { .create = pthread_create };

void run(void)
{
	pthread_t thread;

	while (next_client())
		start(&thread, NULL, serve, NULL);
}

void start_all(pthread_t *threads)
{
	for (int i = 0; i < 8; i++)
		host.create(&threads[i], NULL, serve, NULL);
}

void start_once(void)
{
	pthread_t thread;
	int is_started = 0;

	while (next_client())
		if (!is_started && start(&thread, NULL, serve, NULL) == 0)
			is_started = 1;
}
