// Each thread has its own signal mask: a worker that blocks everything does not keep main from handling a signal, and one that is sent to
// the worker waits until that asks for it.  Who pauses without a signal to wait for is cancelled.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t is_blocked, may_end;
static volatile sig_atomic_t by_main, by_worker;
static pthread_t main_thread;

static void handle(int number)
{
	if (pthread_equal(pthread_self(), main_thread))
		by_main = number;
	else
		by_worker = number;
}

static void *work(void *arg)
{
	sigset_t all, old, asked;
	int number;

	sigfillset(&all);
	assert(!pthread_sigmask(SIG_SETMASK, &all, &old) && !sigismember(&old, SIGUSR1));
	assert(!pthread_sigmask(SIG_BLOCK, NULL, &all) && sigismember(&all, SIGFPE) && sigismember(&all, SIGUSR1));
	sem_post(&is_blocked);
	sem_wait(&may_end);
	sigemptyset(&asked);
	sigaddset(&asked, SIGUSR2);
	assert(!sigwait(&asked, &number) && number == SIGUSR2);
	assert(!raise(SIGUSR1) && !by_worker);
	sem_post(&is_blocked);
	sem_wait(&may_end);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	assert(by_worker == SIGUSR1);
	return arg;
}

static void *look(void *arg)
{
	sigset_t own;

	assert(!pthread_sigmask(SIG_BLOCK, NULL, &own) && sigismember(&own, SIGHUP) && !sigismember(&own, SIGUSR1));
	return arg;
}

static void *wait_for_ever(void *arg)
{
	pause();
	return arg;
}

int main(void)
{
	pthread_t worker, other;
	pthread_attr_t attributes;
	sigset_t own;

	main_thread = pthread_self();
	sem_init(&is_blocked, 0, 0);
	sem_init(&may_end, 0, 0);
	signal(SIGUSR1, handle);
	signal(SIGUSR2, handle);
	pthread_create(&worker, NULL, work, NULL);
	sem_wait(&is_blocked);
	assert(!kill(getpid(), SIGUSR1) && by_main == SIGUSR1);
	assert(!pthread_kill(worker, SIGUSR2) && by_main == SIGUSR1);
	sem_post(&may_end);
	sem_wait(&is_blocked);
	assert(!by_worker && by_main == SIGUSR1);
	sem_post(&may_end);
	pthread_join(worker, NULL);
	sigemptyset(&own);
	sigaddset(&own, SIGHUP);
	pthread_attr_init(&attributes);
	pthread_attr_setsigmask_np(&attributes, &own);
	pthread_create(&other, &attributes, look, NULL);
	pthread_join(other, NULL);
	assert(by_main == SIGUSR1);
	pthread_create(&other, NULL, wait_for_ever, NULL);
	pthread_cancel(other);
	pthread_join(other, NULL);
	return 0;
}
