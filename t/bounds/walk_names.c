// A walk over an array that ends with NULL.
// bounds: bounded 13
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

void start_all(char **names)
{
	pthread_t t;
	for (char **name = names; *name; name++)
		pthread_create(&t, NULL, work, *name);
}
