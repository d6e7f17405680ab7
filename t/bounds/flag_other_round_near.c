// A flag that says that there is a thread is cleared in a round that does not create, and nobody waits for the thread.
// bounds: unbounded 13
#include <pthread.h>

void *play(void *arg);
int next_order(void);
static int is_playing;

void run(void)
{
	pthread_t thread;

	for (;;) {
		int order = next_order();

		if (order > 0) {
			if (!is_playing) {
				is_playing = 1;
				pthread_create(&thread, NULL, play, NULL);
			}
		} else {
			is_playing = 0;
		}
	}
}
