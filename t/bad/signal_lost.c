// Two requests by the same signal: while one is pending the other adds nothing, and whoever counts waits for ever.
// treadle: expect deadlock
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static sigset_t asked;

static void *serve(void *arg)
{
	for (int served = 0; served < 2; served++) {
		int number;

		assert(sigwait(&asked, &number) == 0);
	}
	return arg;
}

int main(void)
{
	pthread_t server;

	sigemptyset(&asked);
	sigaddset(&asked, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &asked, NULL);
	pthread_create(&server, NULL, serve, NULL);
	pthread_kill(server, SIGUSR1);
	pthread_kill(server, SIGUSR1);
	pthread_join(server, NULL);
	return 0;
}
