// A thread that has detached itself is over, and the next one gets its handle: that one can be joined.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *leave(void *unused)
{
	(void)unused;
	pthread_detach(pthread_self());
	return NULL;
}

static void *give_back(void *argument)
{
	return argument;
}

int main(void)
{
	pthread_t gone, next;
	void *result = NULL;
	pthread_create(&gone, NULL, leave, NULL);
	sleep(1);
	for (int i = 0; i < 3; i++) {
		assert(pthread_create(&next, NULL, give_back, &gone) == 0);
		assert(pthread_join(next, &result) == 0 && result == &gone);
	}
	return 0;
}
