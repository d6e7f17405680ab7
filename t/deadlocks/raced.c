// The locks are taken in two orders, and there is a data race besides.
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static int unlocked;

static void *forwards(void *arg)
{
	unlocked++;
	pthread_mutex_lock(&one);
	pthread_mutex_lock(&two);
	pthread_mutex_unlock(&two);
	pthread_mutex_unlock(&one);
	return arg;
}

static void *backwards(void *arg)
{
	unlocked++;
	pthread_mutex_lock(&two);
	pthread_mutex_lock(&one);
	pthread_mutex_unlock(&one);
	pthread_mutex_unlock(&two);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, forwards, NULL);
	pthread_create(&b, NULL, backwards, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
