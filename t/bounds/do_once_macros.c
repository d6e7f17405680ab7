// Blocks that are loops only for the sake of macros do not use up the limit of nested loops.
// bounds: unbounded 18
#include <pthread.h>
#include <stdlib.h>
#define CHECKED(call) do { if (call) abort(); } while (0)
#define START(t, f) do { CHECKED(pthread_create(t, NULL, f, NULL)); } while (0)

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
	while (next_client() >= 0)
		START(&t, serve);
}
