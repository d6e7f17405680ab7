// A signal is pending for the process when main lets it through, and handles it: unless another thread has waited for it before.
// treadle: expect assert
// treadle: says "handled == 1"
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void handle(int number)
{
	handled += number == SIGUSR1;
}

static void *wait_for_it(void *arg)
{
	int number;

	sigwait(arg, &number);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	sigset_t set;

	signal(SIGUSR1, handle);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	kill(getpid(), SIGUSR1);
	pthread_create(&thread, NULL, wait_for_it, &set);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	assert(handled == 1);
	pthread_kill(thread, SIGUSR1);
	pthread_join(thread, NULL);
	return 0;
}
