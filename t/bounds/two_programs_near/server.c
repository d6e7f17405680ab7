// The same, but both have the same fields, so that they may be one struct, of one program.
// bounds: unbounded server.c:19
// bounds: unbounded other.c:23
#include <pthread.h>

struct state {
	int live;
	int most;
};

void *serve(void *arg);

int main(int argc, char **argv)
{
	struct state state = { 0, argc };
	pthread_t t;

	(void)argv;
	while (state.live < state.most) {
		state.live++;
		pthread_create(&t, NULL, serve, NULL);
	}
	return 0;
}
