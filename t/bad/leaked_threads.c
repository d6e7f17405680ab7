// Two workers are left when the program ends, one of them in a wait whose signal came before: all that the headline says is of one of them.
// treadle: expect leaked-thread
// treadle: says "the program ends while reader waits"
// treadle: says "at reader"
// treadle: says "@read"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int ends[2];

static void *reader(void *arg)
{
	char byte;

	if (read(ends[0], &byte, 1) != 1) /* @read */
		abort();
	return arg;
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_cond_wait(&work, &lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	if (pipe(ends) != 0)
		abort();
	pthread_cond_signal(&work);
	pthread_create(&threads[0], NULL, reader, NULL);
	pthread_create(&threads[1], NULL, worker, NULL);
	return 0;
}
