// The step is read once, before it is set; the loop that uses it never ends and touches nothing that is shared.
// treadle: expect hang
// treadle: strategies random
// treadle: options --watchdog 1
// treadle: replay --watchdog 1
// treadle: replays 3
// treadle: says "count_up"
#include <pthread.h>

static volatile int step;

static void *count_up(void *arg)
{
	int by = step;

	for (int i = 0; i < 10; i += by)
		__asm__ volatile("");
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, count_up, NULL);
	step = 2;
	pthread_join(thread, NULL);
	return 0;
}
