// What has created hands out a thing, and nothing where it has failed: only the branch for the thing goes with a creation.
// bounds: bounded 28
// bounds: bounded 39
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
	return arg;
}

static pthread_t *start(void)
{
	pthread_t *thread = malloc(sizeof *thread);

	if (thread && pthread_create(thread, NULL, work, NULL) != 0) {
		free(thread);
		thread = NULL;
	}
	return thread;
}

void counted(int most)
{
	int n = 0;
	pthread_t *thread;

	while (n < most) {
		thread = start();
		if (thread)
			n++;
	}
}

void set_back(void)
{
	int is_done = 0;

	while (!is_done) {
		is_done = 1;
		if (start() == NULL)
			is_done = 0;
	}
}
