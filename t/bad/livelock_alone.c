// A thread goes round in memory that is its own, and main waits for it.
// treadle: expect endless
// treadle: says "livelock: after every (?:event|\d+ events) blink is where it was before"
#include <pthread.h>

static volatile int light;

static void *blink(void *arg)
{
	for (;;) {
		light = 1;
		light = 0;
	}
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, blink, NULL);
	pthread_join(thread, NULL);
	return 0;
}
