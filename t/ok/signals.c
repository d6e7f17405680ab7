// Signals as servers use them: all blocked, one thread waits for them; a handler for those that a thread sends itself.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int reloads, stops;
static volatile sig_atomic_t handled;

static void count(int *counter)
{
	pthread_mutex_lock(&mutex);
	(*counter)++;
	pthread_mutex_unlock(&mutex);
}

static void *wait_for_signals(void *set)
{
	for (;;) {
		int number = 0;

		assert(sigwait(set, &number) == 0);
		assert(number == SIGHUP || number == SIGTERM);
		count(number == SIGHUP ? &reloads : &stops);
		if (number == SIGTERM)
			return NULL;
	}
}

static void *reload(void *waiter)
{
	assert(pthread_kill(*(pthread_t *)waiter, SIGHUP) == 0);
	return NULL;
}

static void *tell(void *arg)
{
	assert(kill(getpid(), SIGUSR2) == 0);
	return arg;
}

static void handle(int number)
{
	handled = number;
}

int main(void)
{
	pthread_t waiter, other;
	sigset_t all, asked, old;

	sigfillset(&all);
	assert(pthread_sigmask(SIG_BLOCK, &all, &old) == 0 && !sigismember(&old, SIGHUP));
	sigemptyset(&asked);
	sigaddset(&asked, SIGHUP);
	sigaddset(&asked, SIGTERM);
	pthread_create(&waiter, NULL, wait_for_signals, &asked);
	pthread_create(&other, NULL, reload, &waiter);
	pthread_join(other, NULL);
	assert(kill(getpid(), SIGTERM) == 0);
	pthread_join(waiter, NULL);
	assert(stops == 1 && reloads <= 1); /* SIGTERM may be taken first; then SIGHUP stays pending */
	if (!reloads)
		assert(sigwaitinfo(&asked, NULL) == SIGHUP);
	assert(sigtimedwait(&asked, NULL, &(struct timespec){ .tv_nsec = 1000 }) == -1 && errno == EAGAIN);
	signal(SIGUSR2, handle);
	pthread_create(&other, NULL, tell, NULL);
	sigdelset(&all, SIGUSR2);
	assert(sigsuspend(&all) == -1 && errno == EINTR && handled == SIGUSR2);
	pthread_join(other, NULL);
	signal(SIGUSR1, handle);
	assert(raise(SIGUSR1) == 0 && handled == SIGUSR2);
	assert(pthread_sigmask(SIG_SETMASK, &old, NULL) == 0 && handled == SIGUSR1);
	return 0;
}
