// The bounded buffer with semaphores, which are taken before the mutex.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t room, items;
static int slots[2], head, tail, sum;

static void *producer(void *arg)
{
	sem_wait(&room);
	pthread_mutex_lock(&lock);
	slots[tail++ % 2] = *(int *)arg;
	pthread_mutex_unlock(&lock);
	sem_post(&items);
	return NULL;
}

static void *consumer(void *arg)
{
	for (int i = 0; i < 2; i++) {
		sem_wait(&items);
		pthread_mutex_lock(&lock);
		sum += slots[head++ % 2];
		pthread_mutex_unlock(&lock);
		sem_post(&room);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b, c;
	int four = 4, five = 5, value;

	sem_init(&room, 0, 2);
	sem_init(&items, 0, 0);
	pthread_create(&a, NULL, producer, &four);
	pthread_create(&b, NULL, producer, &five);
	pthread_create(&c, NULL, consumer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	assert(sum == 9);
	assert(sem_getvalue(&room, &value) == 0 && value == 2);
	sem_destroy(&room);
	sem_destroy(&items);
	return 0;
}
