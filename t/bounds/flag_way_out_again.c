// The loop's function may come to call itself, but not inside the loop: a flag keeps it from that, and is set back on the way out.
// bounds: bounded 44
#include <pthread.h>

int next_event(void);
void *serve(void *arg);
void run(void);

static int is_waiting, is_inside;

static void clean_up(void)
{
	is_waiting = 0;
	is_inside = 0;
}

static void send_off(void)
{
	if (!is_inside)
		run();
}

static void queue(void)
{
	send_off();
}

static void reply(void)
{
	queue();
}

static void answer(void)
{
	reply();
}

void run(void)
{
	pthread_t t;

	is_inside = 1;
	is_waiting = 0;
	while (!is_waiting) {
		switch (next_event()) {
		case 'n':
			is_waiting = 1;
			pthread_create(&t, NULL, serve, NULL);
			answer();
			continue;
		case 'q':
			clean_up();
			return;
		default:
			continue;
		}
	}
	is_inside = 0;
}
