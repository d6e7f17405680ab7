// Threads that are alike, but the program asks which is which: only one order makes the assertion fail.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first;
static int count;

static void *come(void *arg)
{
	pthread_mutex_lock(&lock);
	if (count++ == 0)
		first = pthread_self();
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, come, NULL);
	pthread_create(&b, NULL, come, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(pthread_equal(first, a));
	return 0;
}
