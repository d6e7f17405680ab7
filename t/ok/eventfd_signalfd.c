// Counters and signals that are descriptors, with the calls that the C library has for them.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int events, signals;

static void *give(void *arg)
{
	(void)arg;
	assert(!eventfd_write(events, 2));
	assert(!kill(getpid(), SIGUSR1));
	return NULL;
}

static void *take_event(void *arg)
{
	eventfd_t value;

	(void)arg;
	assert(!eventfd_read(events, &value) && value == 1);
	return NULL;
}

int main(void)
{
	pthread_t giver, taker;
	struct signalfd_siginfo info;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	events = eventfd(0, EFD_SEMAPHORE);
	signals = signalfd(-1, &set, 0);
	pthread_create(&giver, NULL, give, NULL);
	pthread_create(&taker, NULL, take_event, NULL);
	assert(read(signals, &info, sizeof info) == sizeof info && info.ssi_signo == SIGUSR1);
	take_event(NULL);
	pthread_join(giver, NULL);
	pthread_join(taker, NULL);
	return 0;
}
