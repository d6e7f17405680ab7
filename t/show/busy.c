// A library that is not woven, and locks a lot.
#include <pthread.h>

static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;

void busy(void);

void busy(void)
{
	for (int i = 0; i < 20; i++) {
		pthread_mutex_lock(&inner);
		pthread_mutex_unlock(&inner);
	}
}
