// Two consumers are woken for one item, and look only before they sleep.
// treadle: expect assert
// treadle: strategies random pct pos delays:4 preemptions
// treadle: says "\bitems\b"
// treadle: says "consumer"
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *arg)
{
	pthread_mutex_lock(&lock);
	if (items == 0)
		pthread_cond_wait(&arrived, &lock);
	assert(items > 0);
	items--;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void produce(void)
{
	pthread_mutex_lock(&lock);
	items++;
	pthread_cond_broadcast(&arrived);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, consumer, NULL);
	pthread_create(&b, NULL, consumer, NULL);
	produce();
	produce();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
