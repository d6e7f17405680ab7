// Money goes both ways between two accounts, and the locks are taken in the order of the transfer.
// treadle: expect deadlock|cycle
// treadle: says "@second"
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};

static struct account savings = { PTHREAD_MUTEX_INITIALIZER, 100 };
static struct account checking = { PTHREAD_MUTEX_INITIALIZER, 100 };

static void transfer(struct account *from, struct account *to, int amount)
{
	pthread_mutex_lock(&from->lock);
	pthread_mutex_lock(&to->lock); /* @second */
	from->balance -= amount;
	to->balance += amount;
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void *pay_in(void *arg)
{
	transfer(&checking, &savings, 10);
	return arg;
}

static void *draw(void *arg)
{
	transfer(&savings, &checking, 20);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, pay_in, NULL);
	pthread_create(&b, NULL, draw, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return savings.balance + checking.balance == 200 ? 0 : 1;
}
