// Primitives that are initialised again where others were: after destroy, or where a block was freed or a call has returned
// without it; and a condition variable that is used with one mutex after the other.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct crew {
	pthread_mutex_t lock;
	pthread_barrier_t start;
	pthread_rwlock_t table;
	int arrived;
};

static pthread_mutex_t static_lock = PTHREAD_MUTEX_INITIALIZER, first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t static_barrier;
static sem_t permits;
static int state;

static void *arrive(void *arg)
{
	struct crew *crew = arg;

	pthread_barrier_wait(&crew->start);
	pthread_mutex_lock(&crew->lock);
	crew->arrived++;
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

/* Nothing is destroyed. */
static void work(struct crew *crew)
{
	pthread_t thread;

	pthread_mutex_init(&crew->lock, NULL);
	pthread_rwlock_init(&crew->table, NULL);
	pthread_barrier_init(&crew->start, NULL, 2);
	crew->arrived = 0;
	pthread_create(&thread, NULL, arrive, crew);
	arrive(crew);
	pthread_join(thread, NULL);
	assert(crew->arrived == 2);
	pthread_rwlock_rdlock(&crew->table);
}

static void work_on_stack(void)
{
	struct crew crew;

	work(&crew);
	pthread_mutex_lock(&crew.lock);
}

static void work_on_heap(void)
{
	struct crew *crew = malloc(sizeof *crew);

	work(crew);
	free(crew);
}

static void use_static(void)
{
	pthread_mutex_init(&static_lock, NULL);
	pthread_mutex_lock(&static_lock);
	pthread_mutex_unlock(&static_lock);
	assert(pthread_barrier_init(&static_barrier, NULL, 0) == EINVAL);
	pthread_barrier_init(&static_barrier, NULL, 1);
	pthread_barrier_wait(&static_barrier);
	pthread_barrier_destroy(&static_barrier);
	pthread_barrier_init(&static_barrier, NULL, 1);
	memset(&static_barrier, 0, sizeof static_barrier); /* not that barrier any more */
	sem_init(&permits, 0, 1);
	sem_wait(&permits);
}

static void *advance(void *lock)
{
	pthread_mutex_lock(lock);
	state++;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(lock);
	return NULL;
}

static void wait_with(pthread_mutex_t *lock, int until)
{
	pthread_t thread;

	pthread_create(&thread, NULL, advance, lock);
	pthread_mutex_lock(lock);
	while (state != until)
		pthread_cond_wait(&changed, lock);
	pthread_mutex_unlock(lock);
	pthread_join(thread, NULL);
}

int main(void)
{
	for (int i = 0; i < 2; i++) {
		work_on_stack();
		work_on_heap();
		use_static();
	}
	wait_with(&first, 1);
	wait_with(&second, 2);
	return 0;
}
