// main looks at the progress of a thread before it has joined it.
// treadle: expect race
// treadle: says "\bprogress\b"
// treadle: says "\bwork\b"
// treadle: says "\bmain\b"
#include <pthread.h>

static int progress;

static void *work(void *arg)
{
	for (int i = 0; i < 3; i++)
		progress++;
	return arg;
}

int main(void)
{
	pthread_t thread;
	int seen;

	pthread_create(&thread, NULL, work, NULL);
	seen = progress;
	pthread_join(thread, NULL);
	return seen <= progress ? 0 : 1;
}
