// A loop goes from state to state; from the one that creates it only goes out.
// bounds: bounded 15
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
			if (pthread_create(&t, NULL, serve, NULL) == 0)
				state = BUSY;
			break;
		default:
			break;
		}
		break;
	}
}
