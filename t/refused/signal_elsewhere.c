// says: a signal that another thread does not block would interrupt it
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t handled;

static void handle(int number)
{
	(void)number;
	sem_post(&handled);
}

static void *take_signals(void *arg)
{
	sem_wait(&handled);
	return arg;
}

int main(void)
{
	pthread_t thread;
	sigset_t all;

	sem_init(&handled, 0, 0);
	signal(SIGUSR1, handle);
	pthread_create(&thread, NULL, take_signals, NULL);
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	kill(getpid(), SIGUSR1);
	pthread_join(thread, NULL);
	return 0;
}
