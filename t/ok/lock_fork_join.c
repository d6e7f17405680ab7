// Two locks in two orders by threads of which each has ended before the next begins, and by main between them.
// treadle: races thread sanitizer reports the lock order, which joining makes harmless
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *there(void *arg)
{
	pthread_mutex_lock(&left);
	pthread_mutex_lock(&right);
	count++;
	pthread_mutex_unlock(&right);
	pthread_mutex_unlock(&left);
	return arg;
}

static void *back(void *arg)
{
	pthread_mutex_lock(&right);
	pthread_mutex_lock(&left);
	count++;
	pthread_mutex_unlock(&left);
	pthread_mutex_unlock(&right);
	return arg;
}

int main(void)
{
	pthread_t thread;

	back(NULL);
	pthread_create(&thread, NULL, there, NULL);
	pthread_join(thread, NULL);
	back(NULL);
	pthread_create(&thread, NULL, back, NULL);
	pthread_join(thread, NULL);
	there(NULL);
	return count != 5;
}
