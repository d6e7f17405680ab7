// Two threads enter two boxes in two orders.
#include "box.h"

#include <pthread.h>

static struct box red, blue;

static void *red_first(void *arg)
{
	box_enter(&red);
	box_enter(&blue);
	box_leave(&blue);
	box_leave(&red);
	return arg;
}

static void *blue_first(void *arg)
{
	box_enter(&blue);
	box_enter(&red);
	box_leave(&red);
	box_leave(&blue);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, red_first, NULL);
	pthread_create(&threads[1], NULL, blue_first, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
