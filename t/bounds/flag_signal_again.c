// A signal that comes again and again sets the flag, and what waits for it clears it: no bound.
// bounds: unbounded 22
#include <pthread.h>
#include <signal.h>

void wait_for_signal(void);
void *check(void *arg);
static volatile sig_atomic_t has_alarm;

static void ring(int number)
{
	has_alarm = 1;
}

void run(void)
{
	struct sigaction action = { 0 };
	pthread_t t;

	action.sa_handler = ring;
	sigaction(SIGALRM, &action, NULL);
	for (;;) {
		wait_for_signal();
		if (has_alarm) {
			has_alarm = 0;
			pthread_create(&t, NULL, check, NULL);
		}
	}
}
