/* One makes items for ever, two take them for ever.  Who has seen one may find none: but items pile up, so only at the start. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static int items;

static void *produce(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&mutex);
		items += 4;
		pthread_cond_signal(&some);
		pthread_mutex_unlock(&mutex);
	}
	return arg;
}

static void wait_for_one(void)
{
	pthread_mutex_lock(&mutex);
	while (items == 0)
		pthread_cond_wait(&some, &mutex);
	pthread_mutex_unlock(&mutex);
}

static void *consume(void *arg)
{
	for (;;) {
		wait_for_one();
		pthread_mutex_lock(&mutex);
		assert(items > 0);
		items--;
		pthread_mutex_unlock(&mutex);
	}
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	pthread_create(&threads[0], NULL, produce, NULL);
	pthread_create(&threads[1], NULL, consume, NULL);
	pthread_create(&threads[2], NULL, consume, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
