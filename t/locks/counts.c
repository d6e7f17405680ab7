// Two threads count in the box; where its locks are not known, that looks like a data race.
#include "box.h"

#include <pthread.h>

static struct box box;
static int total;

static void *count(void *arg)
{
	box_enter(&box);
	total++;
	box_leave(&box);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, count, NULL);
	count(NULL);
	pthread_join(thread, NULL);
	return 0;
}
