// Two locks in two orders, but always behind a third: no two threads can be at it at once.
// treadle: races thread sanitizer reports the lock order, which the gate makes harmless
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void work(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(&gate);
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	count++;
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
	pthread_mutex_unlock(&gate);
}

static void *there(void *arg)
{
	work(&left, &right);
	return arg;
}

static void *back(void *arg)
{
	work(&right, &left);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, there, NULL);
	pthread_create(&b, NULL, back, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return count != 2;
}
