// Who am I: pthread_self in a thread is what pthread_create gave to its creator.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t made[2];

static void *check(void *arg)
{
	intptr_t me = (intptr_t)arg;

	pthread_mutex_lock(&lock); /* until both handles are written */
	assert(pthread_equal(pthread_self(), made[me]));
	assert(!pthread_equal(pthread_self(), made[1 - me]));
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_mutex_lock(&lock);
	pthread_create(&made[0], NULL, check, (void *)0);
	pthread_create(&made[1], NULL, check, (void *)1);
	pthread_mutex_unlock(&lock);
	pthread_join(made[0], NULL);
	pthread_join(made[1], NULL);
	return 0;
}
