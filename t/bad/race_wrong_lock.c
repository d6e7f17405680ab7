// Both lock before they touch the balance, but not the same lock.
// treadle: expect race
// treadle: says "\bbalance\b"
// treadle: says "\bpay_in\b"
// treadle: says "\bcharge_fee\b"
#include <pthread.h>

static pthread_mutex_t balance_lock = PTHREAD_MUTEX_INITIALIZER, fee_lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100, fees;

static void *pay_in(void *arg)
{
	pthread_mutex_lock(&balance_lock);
	balance += 10;
	pthread_mutex_unlock(&balance_lock);
	return arg;
}

static void *charge_fee(void *arg)
{
	pthread_mutex_lock(&fee_lock);
	fees++;
	balance -= 1;
	pthread_mutex_unlock(&fee_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, pay_in, NULL);
	pthread_create(&b, NULL, charge_fee, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
