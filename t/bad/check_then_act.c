// The balance is checked under the lock and changed under the lock, but not under the same one holding of it.
// treadle: expect assert
// treadle: says "\bbalance\b"
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int enough(int amount)
{
	pthread_mutex_lock(&lock);
	int yes = balance >= amount;
	pthread_mutex_unlock(&lock);
	return yes;
}

static void *withdraw(void *arg)
{
	if (enough(80)) {
		pthread_mutex_lock(&lock);
		balance -= 80;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, withdraw, NULL);
	pthread_create(&b, NULL, withdraw, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(balance >= 0);
	return 0;
}
