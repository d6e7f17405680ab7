// Three accounts in the heap pay each other in a ring, each with its own lock first; no two of them alone can wait for each other.
// treadle: expect deadlock|cycle
// treadle: says "@second"
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { ACCOUNTS = 3 };

struct account {
	pthread_mutex_t lock;
	int balance;
};

static struct account *accounts[ACCOUNTS];

static void *pay_next(void *arg)
{
	intptr_t own = (intptr_t)arg;
	struct account *from = accounts[own], *to = accounts[(own + 1) % ACCOUNTS];

	pthread_mutex_lock(&from->lock);
	from->balance -= 1;
	pthread_mutex_lock(&to->lock); /* @second */
	to->balance += 1;
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
	return NULL;
}

int main(void)
{
	pthread_t threads[ACCOUNTS];

	for (int i = 0; i < ACCOUNTS; i++) {
		accounts[i] = calloc(1, sizeof *accounts[i]);
		pthread_mutex_init(&accounts[i]->lock, NULL);
	}
	for (intptr_t i = 0; i < ACCOUNTS; i++)
		pthread_create(&threads[i], NULL, pay_next, (void *)i);
	for (int i = 0; i < ACCOUNTS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < ACCOUNTS; i++)
		free(accounts[i]);
	return 0;
}
