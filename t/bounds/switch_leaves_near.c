// The same, but the state that creates goes on to another.
// bounds: unbounded 15
#include <pthread.h>

enum { IDLE, READY, BUSY };

int next_state(void);
void *serve(void *arg);

void run(void)
{
	int state = next_state();
	pthread_t t;

	for (;;) {
		switch (state) {
		case IDLE:
			state = next_state();
			continue;
		case READY:
			pthread_create(&t, NULL, serve, NULL);
			state = next_state();
			continue;
		default:
			break;
		}
		break;
	}
}
