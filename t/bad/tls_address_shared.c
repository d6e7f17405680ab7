// A thread-local counter is private until its address is given away.
// treadle: expect assert
// treadle: says "\bmine\b|private|__thread|tls"
#include <assert.h>
#include <pthread.h>

static __thread int mine;

static void *helper(void *arg)
{
	int *theirs = arg;

	*theirs += 1;
	mine += 1; /* this one is the helper's own */
	return NULL;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, helper, &mine);
	mine += 1;
	pthread_join(thread, NULL);
	assert(mine == 2);
	return 0;
}
