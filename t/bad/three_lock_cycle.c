// Every pair of threads agrees on an order, all three together do not.
// treadle: expect deadlock|cycle
#include <pthread.h>

static pthread_mutex_t index_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t page_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t journal_lock = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *lookup(void *arg)
{
	both(&index_lock, &page_lock);
	return arg;
}

static void *flush(void *arg)
{
	both(&page_lock, &journal_lock);
	return arg;
}

static void *recover(void *arg)
{
	both(&journal_lock, &index_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, lookup, NULL);
	pthread_create(&b, NULL, flush, NULL);
	pthread_create(&c, NULL, recover, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
