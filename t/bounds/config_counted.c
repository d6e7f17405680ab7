// The limit is how many addresses the configuration has brought; who counts them does not run meanwhile.
// bounds: bounded 25
#include <pthread.h>
#define MOST 64

static struct {
	const char *addresses[MOST];
	int number;
} config;

static void *serve(void *arg)
{
	return arg;
}

void add_address(const char *address)
{
	if (config.number < MOST)
		config.addresses[config.number++] = address;
}

int start_all(void)
{
	pthread_t t;
	for (int i = 0; i < config.number; i++)
		if (pthread_create(&t, NULL, serve, (void *)config.addresses[i]))
			return -1;
	return 0;
}
