// Transfers both ways that take the locks by address, always in the same order.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};

static struct account accounts[2] = {
	{ PTHREAD_MUTEX_INITIALIZER, 50 },
	{ PTHREAD_MUTEX_INITIALIZER, 50 },
};

static void transfer(struct account *from, struct account *to, int amount)
{
	struct account *first = from < to ? from : to, *second = from < to ? to : from;

	pthread_mutex_lock(&first->lock);
	pthread_mutex_lock(&second->lock);
	from->balance -= amount;
	to->balance += amount;
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
}

static void *pay(void *arg)
{
	intptr_t from = (intptr_t)arg;

	transfer(&accounts[from], &accounts[1 - from], 10);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, pay, (void *)0);
	pthread_create(&b, NULL, pay, (void *)1);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(accounts[0].balance == 50 && accounts[1].balance == 50);
	return 0;
}
