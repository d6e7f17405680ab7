// Servers run until a signal comes: no bound.
// bounds: unbounded 24
#include <pthread.h>
#include <signal.h>

int next_client(void);
static volatile sig_atomic_t running = 1;

static void stop(int number)
{
	(void)number;
	running = 0;
}

static void *serve(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;
	signal(SIGTERM, stop);
	while (running) {
		if (next_client() >= 0)
			pthread_create(&t, NULL, serve, NULL);
	}
	return 0;
}
