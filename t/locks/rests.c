// A thread rests in a box until another one has written.
#include "box.h"

#include <assert.h>
#include <pthread.h>

static struct box box;
static int is_over, value;

static void *write_it(void *arg)
{
	box_enter(&box);
	value = 7;
	is_over = 1;
	box_leave(&box);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, write_it, NULL);
	box_enter(&box);
	box_rest(&box, &is_over);
	assert(value == 7);
	box_leave(&box);
	pthread_join(thread, NULL);
	return 0;
}
