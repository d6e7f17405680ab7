// A slot is free again when its thread has been waited for; the table has as many as were asked for.
// bounds: alive 27
// bounds: bounded 30
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

void accept_all(int listener, int most)
{
	struct slot *slots = calloc(most, sizeof *slots);
	int s, i;

	if (!slots)
		return;
	/* whoever finds no slot is sent away */
	while (1) {
		if ((s = accept(listener, NULL, NULL)) < 0)
			continue;
		for (i = 0; i < most; i++) {
			if (slots[i].thread != 0 && slots[i].is_done) {
				pthread_join(slots[i].thread, NULL);
				slots[i].thread = 0;
			}
			if (s != -1 && slots[i].thread == 0) {
				slots[i].is_done = 0;
				pthread_create(&slots[i].thread, NULL, serve, &slots[i]);
				s = -1;
				break;
			}
		}
	}
}
