// The mutex is taken before there is room: a full buffer locks the consumer out.
// treadle: expect deadlock
// treadle: says "@room"
// treadle: says "producer"
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t room, items;
static int slot;

static void *producer(void *arg)
{
	for (int i = 1; i <= 2; i++) {
		pthread_mutex_lock(&lock);
		sem_wait(&room); /* @room */
		slot = i;
		sem_post(&items);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *consumer(void *arg)
{
	for (int i = 1; i <= 2; i++) {
		sem_wait(&items);
		pthread_mutex_lock(&lock);
		slot = 0;
		sem_post(&room);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&room, 0, 1);
	sem_init(&items, 0, 0);
	pthread_create(&a, NULL, producer, NULL);
	pthread_create(&b, NULL, consumer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
