// Threads that are created with all signals blocked, as libraries do, and that work for long on a megabyte each between two decisions.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { WORDS = 1 << 17, THREADS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long sum, last;

static void *work(void *arg)
{
	unsigned long *words = malloc(WORDS * sizeof *words), own = (unsigned long)arg;
	sigset_t blocked;

	for (int i = 0; i < WORDS; i++)
		words[i] = own + (unsigned long)i;
	for (int round = 0; round < 2; round++) {
		pthread_mutex_lock(&lock);
		last = sum += words[WORDS - 1];
		pthread_mutex_unlock(&lock);
		words[WORDS - 1]++;
	}
	pthread_sigmask(SIG_SETMASK, NULL, &blocked);
	assert(sigismember(&blocked, SIGUSR1));
	assert(words[WORDS / 2] == own + WORDS / 2 && words[WORDS - 1] == own + WORDS + 1);
	free(words);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	sigset_t all, before, now;

	sigfillset(&all);
	for (unsigned long i = 0; i < THREADS; i++) {
		pthread_sigmask(SIG_SETMASK, &all, &before);
		pthread_create(&threads[i], NULL, work, (void *)(i + 1));
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	pthread_sigmask(SIG_SETMASK, NULL, &now);
	assert(!sigismember(&now, SIGUSR1));
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert(sum == last && sum == 2 * (6 + 3ul * (WORDS - 1)) + 3);
	return 0;
}
