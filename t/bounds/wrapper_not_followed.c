// No calls at all: only loops around the creation itself.
// bounds: options --calls 0
#include <pthread.h>

int next_client(void);
void *serve(void *arg);

static void start_thread(void)
{
	pthread_t t;
	pthread_create(&t, NULL, serve, NULL);
}

void run(void)
{
	while (next_client() >= 0)
		start_thread();
}
