// The lock lies on the stack of a thread that does not wait for the one that it has lent it to.
// treadle: expect use-after-return
// treadle: says "helper uses lock after owner, whose variable it is, has ended, at helper \(@lock\)"
#include <pthread.h>
#include <stddef.h>

static int total;

static void *helper(void *lock)
{
	pthread_mutex_lock(lock); /* @lock */
	total++;
	pthread_mutex_unlock(lock);
	return NULL;
}

static void *owner(void *place)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

	pthread_create(place, NULL, helper, &lock);
	pthread_mutex_lock(&lock);
	total++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t thread, helping;

	pthread_create(&thread, NULL, owner, &helping);
	pthread_join(thread, NULL);
	pthread_join(helping, NULL);
	return total != 2;
}
