// Slots that are free again although nobody has waited, and slots of which there are more and more.
// bounds: unbounded 26
// bounds: bounded 29
// bounds: unbounded 45
// bounds: bounded 48
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>

struct slot {
	pthread_t thread;
	int is_done;
};

static void *serve(void *arg)
{
	((struct slot *)arg)->is_done = 1;
	return arg;
}

void forget(int listener, int most, struct slot *slots)
{
	int s, i;

	/* the thread may run on */
	while (1) {
		if ((s = accept(listener, NULL, NULL)) < 0)
			continue;
		for (i = 0; i < most; i++) {
			if (slots[i].thread != 0 && slots[i].is_done)
				slots[i].thread = 0;
			if (slots[i].thread == 0) {
				pthread_create(&slots[i].thread, NULL, serve, &slots[i]);
				break;
			}
		}
	}
}

void grow(int listener, int most, struct slot *slots)
{
	int s, i;

	/* the table has room for all */
	while (1) {
		if ((s = accept(listener, NULL, NULL)) < 0)
			continue;
		for (i = 0; i < most; i++) {
			if (slots[i].thread != 0 && slots[i].is_done) {
				pthread_join(slots[i].thread, NULL);
				slots[i].thread = 0;
			}
			if (slots[i].thread == 0) {
				pthread_create(&slots[i].thread, NULL, serve, &slots[i]);
				break;
			}
		}
		if (i == most - 1) {
			slots = realloc(slots, ++most * sizeof *slots);
			slots[most - 1] = (struct slot){ 0 };
		}
	}
}
