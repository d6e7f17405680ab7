#include <pthread.h>

struct state {
	int live;
	int most;
};

int next_client(void);
void *serve(void *arg);

static void reset(struct state *state)
{
	state->live = 0;
}

int main(int argc, char **argv)
{
	struct state state = { 0, argc };
	pthread_t t;

	(void)argv;

	while (state.live < state.most) {
		if (next_client() >= 0)
			reset(&state);
		state.live++;
		pthread_create(&t, NULL, serve, &state);
	}
	return 0;
}

void *serve(void *arg)
{
	reset(arg);
	return NULL;
}
