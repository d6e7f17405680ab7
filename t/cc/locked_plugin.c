#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int calls;

int call(void)
{
	pthread_mutex_lock(&lock);
	int number = ++calls;
	pthread_mutex_unlock(&lock);
	return number;
}
