// The same, but the loop goes on after the flag is set back.
// bounds: unbounded 21
#include <pthread.h>

int next_event(void);
void *serve(void *arg);

static int is_waiting;

static void clean_up(void)
{
	if (is_waiting)
		is_waiting = 0;
}

void run(void)
{
	pthread_t t;

	is_waiting = 0;
	while (!is_waiting) {
		switch (next_event()) {
		case 'n':
			is_waiting = 1;
			pthread_create(&t, NULL, serve, NULL);
			clean_up();
			continue;
		case 'q':
			clean_up();
			continue;
		default:
			continue;
		}
	}
}
