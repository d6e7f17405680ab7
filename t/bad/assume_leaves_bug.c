// treadle_assume rules out the executions that are known to be right; the rest is not.
// treadle: expect assert
// treadle: says "\bsecond\b"
#include <assert.h>
#include <pthread.h>
#include <treadle/treadle.h>

static volatile int first, second;

static void *set(void *arg)
{
	first = 1;
	second = 1;
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, set, NULL);
	int seen = first;
	treadle_assume(seen == 1);
	assert(second == 1);
	pthread_join(thread, NULL);
	return 0;
}
