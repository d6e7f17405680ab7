// Every element has its lock; one of two functions takes the lock of the neighbour.
// treadle: expect race
// treadle: says "\bstock\b"
// treadle: says "\bdeliver\b"
// treadle: says "\bsell\b"
#include <pthread.h>

enum { SHELVES = 4 };

static pthread_mutex_t locks[SHELVES] = {
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
};
static int stock[SHELVES];

static void *deliver(void *arg)
{
	int shelf = 2;

	pthread_mutex_lock(&locks[shelf]);
	stock[shelf] += 5;
	pthread_mutex_unlock(&locks[shelf]);
	return arg;
}

static void *sell(void *arg)
{
	int number = 3; /* shelves are numbered from one */

	pthread_mutex_lock(&locks[number]);
	stock[number - 1] -= 1;
	pthread_mutex_unlock(&locks[number]);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, deliver, NULL);
	pthread_create(&b, NULL, sell, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
