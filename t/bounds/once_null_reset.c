// The same, but it is forgotten in the same loop.
// bounds: unbounded 24
#include <pthread.h>
#include <stdlib.h>

int next_request(void);

static void *work(void *arg)
{
	return arg;
}

static pthread_t *start_worker(void)
{
	pthread_t *t = malloc(sizeof *t);
	if (t)
		pthread_create(t, NULL, work, NULL);
	return t;
}

int main(void)
{
	pthread_t *worker = NULL;
	for (;;) {
		if (!worker)
			worker = start_worker();
		if (next_request() == 'q')
			worker = NULL;
	}
}
