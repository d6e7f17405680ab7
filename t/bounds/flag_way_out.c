// Creating one sets the flag that ends the loop; it is set back only where the loop is left.
// bounds: bounded 21
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
			continue;
		case 'q':
			clean_up();
			return;
		default:
			continue;
		}
	}
}
