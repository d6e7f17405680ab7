// Who does not get the read lock at once reads all the same.
// treadle: expect race
// treadle: says "\bprice\b"
// treadle: says "\bset_price\b"
// treadle: says "\bask_price\b"
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int price = 5;

static void *set_price(void *arg)
{
	pthread_rwlock_wrlock(&lock);
	price = 6;
	pthread_rwlock_unlock(&lock);
	return arg;
}

static void *ask_price(void *arg)
{
	int has_lock = pthread_rwlock_tryrdlock(&lock) == 0, seen = price;

	if (has_lock)
		pthread_rwlock_unlock(&lock);
	return seen >= 5 ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, set_price, NULL);
	pthread_create(&b, NULL, ask_price, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
