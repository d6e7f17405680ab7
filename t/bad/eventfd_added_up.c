// Two events are awaited, but a counter that is read when both have come gives them at once.
// treadle: expect deadlock
// treadle: says "\bmain\b"
// treadle: says "@wait"
#include <pthread.h>
#include <sys/eventfd.h>

static int events;

static void *give(void *arg)
{
	(void)arg;
	eventfd_write(events, 1);
	return NULL;
}

int main(void)
{
	pthread_t givers[2];
	eventfd_t value;

	events = eventfd(0, 0);
	for (int i = 0; i < 2; i++)
		pthread_create(&givers[i], NULL, give, NULL);
	for (int i = 0; i < 2; i++)
		eventfd_read(events, &value); /* @wait */
	for (int i = 0; i < 2; i++)
		pthread_join(givers[i], NULL);
	return 0;
}
