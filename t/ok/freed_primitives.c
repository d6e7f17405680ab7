// Primitives in blocks that are freed by whoever comes last; who has been woken does not need its condition variable any more.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
	pthread_mutex_t lock;
	sem_t posted;
	int count;
	atomic_int users;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int has_begun;

static void *use(void *arg)
{
	struct shared *shared = arg;

	pthread_mutex_lock(&shared->lock);
	shared->count++;
	pthread_mutex_unlock(&shared->lock);
	sem_post(&shared->posted);
	if (atomic_fetch_sub(&shared->users, 1) == 1)
		free(shared);
	return NULL;
}

static void *wait(void *begun)
{
	pthread_mutex_lock(&lock);
	while (!has_begun)
		pthread_cond_wait(begun, &lock);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	struct shared *shared = calloc(1, sizeof *shared);
	pthread_cond_t *begun = malloc(sizeof *begun);
	pthread_t threads[2];

	pthread_mutex_init(&shared->lock, NULL);
	sem_init(&shared->posted, 0, 0);
	shared->users = 2;
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, use, shared);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);

	pthread_cond_init(begun, NULL);
	pthread_create(&threads[0], NULL, wait, begun);
	pthread_mutex_lock(&lock);
	has_begun = 1;
	pthread_cond_broadcast(begun);
	pthread_mutex_unlock(&lock);
	pthread_cond_destroy(begun);
	pthread_join(threads[0], NULL);
	free(begun);
	return 0;
}
