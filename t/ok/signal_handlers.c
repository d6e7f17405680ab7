// What a thread sends itself is handled by that thread at once; others may run in the middle of a handler, and handle the same signal.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static sem_t handled;
static atomic_int total;
static _Thread_local int own, depth, value;
static sigjmp_buf out;

static void count(int number)
{
	assert(++depth == 1);
	if (own++ == 0)
		assert(raise(number) == 0); /* waits until this one is done */
	atomic_fetch_add(&total, 1);
	sem_post(&handled);
	depth--;
}

static void take(int number, siginfo_t *info, void *context)
{
	assert(number == info->si_signo && context);
	value = info->si_value.sival_int;
}

static void leave(int number)
{
	siglongjmp(out, number);
}

static void jump(void)
{
	for (int i = 0; i < 2; i++) {
		int number = sigsetjmp(out, 1);

		if (number == 0)
			raise(SIGVTALRM);
		assert(number == SIGVTALRM);
	}
}

static void *send(void *arg)
{
	assert(pthread_kill(pthread_self(), SIGUSR1) == 0 && own == 2 && depth == 0);
	return arg;
}

/* One thread only: it is the one to handle what is sent to the process. */
static void alone(void)
{
	struct sigaction once = { .sa_handler = count, .sa_flags = SA_RESETHAND }, old;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	assert(sigqueue(getpid(), SIGUSR2, (union sigval){ .sival_int = 7 }) == 0 && value == 7);
	assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
	assert(sigqueue(getpid(), SIGUSR2, (union sigval){ .sival_int = 8 }) == 0 && value == 7);
	assert(pthread_sigmask(SIG_UNBLOCK, &set, NULL) == 0 && value == 8);
	jump();
	own = 1;
	assert(sigaction(SIGCONT, &once, NULL) == 0 && raise(SIGCONT) == 0 && own == 2);
	assert(sigaction(SIGCONT, NULL, &old) == 0 && old.sa_handler == SIG_DFL);
	assert(sem_wait(&handled) == 0 && total == 1);
}

int main(void)
{
	struct sigaction first = { .sa_handler = count }, second = { .sa_sigaction = take, .sa_flags = SA_SIGINFO }, old;
	pthread_t threads[2];

	assert(sigaction(SIGUSR1, &first, &old) == 0 && old.sa_handler == SIG_DFL); /* in every execution */
	assert(sigaction(SIGUSR2, &second, NULL) == 0 && signal(SIGVTALRM, leave) == SIG_DFL);
	sem_init(&handled, 0, 0);
	alone();
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, send, NULL);
	assert(pthread_kill(threads[0], 0) == 0);
	for (int i = 0; i < 4; i++)
		sem_wait(&handled);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(total == 5);
	return 0;
}
