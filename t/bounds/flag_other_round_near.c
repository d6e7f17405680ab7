// A flag that says that there is a thread is cleared in a round that does not create, and nobody waits for the thread.
// bounds: unbounded 15
#include <pthread.h>

enum order { START = 1, STOP };

void *play(void *arg);
int next_order(void);
static int is_playing;

void run(void)
{
	pthread_t thread;

	for (;;) {
		int order = next_order();

		if (order == START) {
			if (!is_playing) {
				is_playing = 1;
				pthread_create(&thread, NULL, play, NULL);
			}
		} else if (order == STOP) {
			is_playing = 0;
		}
	}
}
