// One thread adds to the set of descriptors that another one hands to select.
// treadle: expect race
// treadle: says "data race on watched"
#include <pthread.h>
#include <stddef.h>
#include <sys/select.h>

static fd_set watched;

static void *look(void *arg)
{
	struct timeval at_once = { 0 };

	select(1, &watched, NULL, NULL, &at_once);
	return arg;
}

int main(void)
{
	pthread_t looker;

	pthread_create(&looker, NULL, look, NULL);
	FD_SET(0, &watched);
	pthread_join(looker, NULL);
	return 0;
}
