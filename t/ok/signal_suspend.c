// Two threads wait in sigsuspend() for the same signal: each one handles its own, and blocks it again afterwards.  Then they wait for
// another one in sigwait().
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t done;
static _Thread_local int handled;

static void handle(int number)
{
	handled += number == SIGUSR1;
	sem_post(&done);
}

static void *work(void *arg)
{
	sigset_t others, own, second;
	int number;

	sigfillset(&others);
	sigdelset(&others, SIGUSR1);
	assert(sigsuspend(&others) == -1 && handled == 1);
	assert(pthread_sigmask(SIG_BLOCK, NULL, &own) == 0 && sigismember(&own, SIGUSR1));
	sigemptyset(&second);
	sigaddset(&second, SIGUSR2);
	assert(sigwait(&second, &number) == 0 && number == SIGUSR2);
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	sigset_t set;

	signal(SIGUSR1, handle);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	sem_init(&done, 0, 0);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_kill(threads[i], SIGUSR1);
	for (int i = 0; i < 2; i++)
		sem_wait(&done);
	for (int i = 0; i < 2; i++)
		pthread_kill(threads[i], SIGUSR2);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(handled == 0);
	return 0;
}
