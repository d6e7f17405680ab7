// The creation is the condition of the loop: it ends with the first that succeeds.
// bounds: bounded 14
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static void *work(void *arg)
{
	return arg;
}

void start_worker(pthread_t *t)
{
	while (pthread_create(t, NULL, work, NULL) == EAGAIN)
		sleep(1);
}
