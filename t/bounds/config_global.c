// A limit that a function reads from a file before the loop, and nobody writes afterwards.
// bounds: bounded 25
#include <pthread.h>
#include <stdio.h>

static struct {
	int workers, port;
} config;

static void read_config(FILE *file)
{
	if (fscanf(file, "%d %d", &config.workers, &config.port) != 2)
		config.workers = 4;
}

static void *work(void *arg)
{
	return arg;
}

void run(FILE *file)
{
	pthread_t t;
	read_config(file);
	for (int i = 0; i < config.workers; i++)
		pthread_create(&t, NULL, work, NULL);
}
