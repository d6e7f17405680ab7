// A state machine in which nothing bounds.
// bounds: unbounded 16
#include <pthread.h>

int next_event(void);

static void *serve(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
	enum { IDLE, ACCEPTING, STARTING } state = IDLE;
	while (1) {
		switch (state) {
		case IDLE:
			state = next_event() ? ACCEPTING : IDLE;
			break;
		case ACCEPTING:
			state = STARTING;
			break;
		case STARTING:
			pthread_create(&t, NULL, serve, NULL);
			state = IDLE;
			break;
		}
	}
}
