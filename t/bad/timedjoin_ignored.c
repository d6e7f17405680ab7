// A timed join that gave up does not mean that the thread is done.
// treadle: expect use-after-free
// treadle: says "@write"
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void *fill(void *arg)
{
	int *numbers = arg;

	numbers[0] = 1; /* @write */
	return NULL;
}

int main(void)
{
	pthread_t thread;
	struct timespec deadline;
	int *numbers = malloc(8 * sizeof *numbers);

	pthread_create(&thread, NULL, fill, numbers);
	clock_gettime(CLOCK_REALTIME, &deadline);
	deadline.tv_sec += 2;
	int late = pthread_timedjoin_np(thread, NULL, &deadline);
	free(numbers);
	if (late)
		pthread_join(thread, NULL);
	return 0;
}
