// Two handles of one object, each copied with the lock in it: they lock two locks and share the data.
// treadle: expect race
// treadle: says "\bshared_count\b"
// treadle: says "\bincrease\b"
#include <pthread.h>

struct handle {
	pthread_mutex_t lock;
	int *count;
};

static int shared_count;

static void *increase(void *arg)
{
	struct handle *handle = arg;

	pthread_mutex_lock(&handle->lock);
	++*handle->count;
	pthread_mutex_unlock(&handle->lock);
	return NULL;
}

int main(void)
{
	struct handle first = { PTHREAD_MUTEX_INITIALIZER, &shared_count }, second = first;
	pthread_t a, b;

	pthread_create(&a, NULL, increase, &first);
	pthread_create(&b, NULL, increase, &second);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
