// Functions of the same type that create nothing are called through pointers, beside one that does.
// bounds: bounded 29
#include <pthread.h>

typedef int (*creator)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

void *serve(void *client);
int next_client(void);

static int run_at_once(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
	(void)thread, (void)attributes;
	function(argument);
	return 0;
}

static creator run_it = run_at_once, start = pthread_create;

void run(void)
{
	pthread_t thread;

	while (next_client())
		run_it(&thread, NULL, serve, NULL);
}

void start_all(pthread_t *threads)
{
	for (int i = 0; i < 8; i++)
		start(&threads[i], NULL, serve, NULL);
}
