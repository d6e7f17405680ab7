// The function that has created a thread returns while the thread still uses its variable.
// treadle: expect use-after-return
// treadle: says "use after return: count_down uses start after main has returned from its function, at count_down \(@read\)"
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t finished;

static void *count_down(void *arg)
{
	int left = *(int *)arg; /* @read */

	while (left)
		left--;
	sem_post(&finished);
	return NULL;
}

static void begin(int from)
{
	pthread_t thread;
	int start = from;

	pthread_create(&thread, NULL, count_down, &start);
	pthread_detach(thread);
}

int main(void)
{
	sem_init(&finished, 0, 0);
	begin(3);
	sem_wait(&finished);
	return 0;
}
