// What a handler blocks is blocked for the thread that runs it and for no other.  Sent to it by another thread meanwhile, it is handled
// when the handler is done; sent to two threads, it is handled by both.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t inside, sent;
static _Thread_local int handled, others;

static void other(int number)
{
	sigset_t own;

	assert(pthread_sigmask(SIG_BLOCK, NULL, &own) == 0 && sigismember(&own, number));
	others++;
}

static void handle(int number)
{
	sigset_t own;

	assert(number == SIGUSR1 && ++handled == 1);
	assert(pthread_sigmask(SIG_BLOCK, NULL, &own) == 0 && sigismember(&own, SIGUSR1) && sigismember(&own, SIGUSR2));
	sem_post(&inside);
	sem_wait(&sent);
	assert(others == 0);
}

static void *work(void *arg)
{
	sigset_t own;

	raise(SIGUSR1);
	assert(handled == 1 && others == 1);
	assert(pthread_sigmask(SIG_BLOCK, NULL, &own) == 0 && !sigismember(&own, SIGUSR1) && !sigismember(&own, SIGUSR2));
	return arg;
}

/* Several are let through by one call. */
static void unblock(void)
{
	sigset_t both;

	sigemptyset(&both);
	sigaddset(&both, SIGHUP);
	sigaddset(&both, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &both, NULL);
	raise(SIGHUP);
	raise(SIGUSR2);
	assert(others == 1);
	pthread_sigmask(SIG_UNBLOCK, &both, NULL);
	assert(others == 3);
}

int main(void)
{
	struct sigaction action = { .sa_handler = handle };
	pthread_t threads[2];

	sigemptyset(&action.sa_mask);
	sigaddset(&action.sa_mask, SIGUSR2);
	sigaction(SIGUSR1, &action, NULL);
	signal(SIGUSR2, other);
	signal(SIGHUP, other);
	sem_init(&inside, 0, 0);
	sem_init(&sent, 0, 0);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		sem_wait(&inside);
	for (int i = 0; i < 2; i++)
		pthread_kill(threads[i], SIGUSR2);
	raise(SIGUSR2);
	assert(others == 1);
	for (int i = 0; i < 2; i++)
		sem_post(&sent);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	unblock();
	return 0;
}
