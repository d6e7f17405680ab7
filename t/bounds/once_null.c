// Pattern 6: created only as long as there is none.
// bounds: bounded 24
#include <pthread.h>
#include <stdlib.h>

void wait_for_request(void);

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
		wait_for_request();
		if (worker == NULL)
			worker = start_worker();
	}
}
