// Three threads, each waits for the end of the next.
// treadle: expect deadlock|cycle
// treadle: says "@join"
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t start = PTHREAD_MUTEX_INITIALIZER;
static pthread_t threads[3];

static void *stage(void *arg)
{
	intptr_t number = (intptr_t)arg;

	pthread_mutex_lock(&start); /* until all handles are there */
	pthread_t next = threads[(number + 1) % 3];
	pthread_mutex_unlock(&start);
	pthread_join(next, NULL); /* @join */
	return NULL;
}

int main(void)
{
	pthread_mutex_lock(&start);
	for (intptr_t i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, stage, (void *)i);
	pthread_mutex_unlock(&start);
	pthread_exit(NULL);
}
