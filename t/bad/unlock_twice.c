// The path for a full queue unlocks, and falls through to the common unlock.
// treadle: expect not-owner
// treadle: says "@unlock"
// treadle: says "enqueue"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int length;

static void *enqueue(void *arg)
{
	pthread_mutex_lock(&lock);
	if (length == 1)
		pthread_mutex_unlock(&lock); /* and no return */
	else
		length++;
	pthread_mutex_unlock(&lock); /* @unlock */
	return arg;
}

static void *dequeue(void *arg)
{
	pthread_mutex_lock(&lock);
	if (length)
		length--;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	enqueue(NULL);
	pthread_create(&a, NULL, dequeue, NULL);
	pthread_create(&b, NULL, enqueue, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
