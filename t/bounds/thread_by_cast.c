// The functions that threads run have another type, and come to pthread_create through a wrapper that casts them: one of them sets the
// flag back.
// bounds: alive 36
// bounds: bounded 46
#include <pthread.h>

struct state {
	int is_running, is_told;
};

int next_order(void);
void ask_server(struct state *state);

static int start(void (*function)(void *), void *argument)
{
	pthread_t thread;

	return pthread_create(&thread, NULL, (void *(*)(void *))function, argument) == 0;
}

static void keep_alive(void *argument)
{
	struct state *state = argument;

	ask_server(state);
	state->is_running = 0;
}

static void tell(void *argument)
{
	ask_server(argument);
}

void run(struct state *state)
{
	while (next_order()) {
		if (!state->is_running) {
			state->is_running = 1;
			start(keep_alive, state);
		}
	}
}

void tell_once(struct state *state)
{
	while (next_order()) {
		if (!state->is_told) {
			state->is_told = 1;
			start(tell, state);
		}
	}
}
