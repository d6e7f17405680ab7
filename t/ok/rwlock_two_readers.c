// Two readers are inside at the same time and wait for each other there: read locks must not exclude each other.
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t met[2];

static void *reader(void *arg)
{
	int me = arg != NULL;

	pthread_rwlock_rdlock(&lock);
	sem_post(&met[1 - me]);
	sem_wait(&met[me]);
	pthread_rwlock_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&met[0], 0, 0);
	sem_init(&met[1], 0, 0);
	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, reader, &lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
