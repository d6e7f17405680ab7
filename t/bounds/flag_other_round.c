// A flag that says that there is a thread is cleared in a round that does not create: behind the wait for the thread, or because creating
// has failed.
// bounds: alive 15
#include <pthread.h>

void *play(void *arg);
int next_order(void);
static pthread_t thread;
static int is_playing;

void run(void)
{
	int order;

	for (;;) {
		order = next_order();
		if (order > 0) {
			if (!is_playing) {
				is_playing = 1;
				if (pthread_create(&thread, NULL, play, NULL))
					is_playing = 0;
			}
		} else {
			if (is_playing)
				pthread_join(thread, NULL);
			is_playing = 0;
		}
	}
}
