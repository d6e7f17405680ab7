// Money goes round between three accounts, and of two locks the one at the lower address is always taken first.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};

static struct account accounts[3];

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

static void *pay_next(void *arg)
{
	int own = (int)(intptr_t)arg;

	transfer(&accounts[own], &accounts[(own + 1) % 3], 10);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_mutex_init(&accounts[i].lock, NULL);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, pay_next, (void *)(intptr_t)i);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(accounts[0].balance == 0 && accounts[1].balance == 0 && accounts[2].balance == 0);
	return 0;
}
