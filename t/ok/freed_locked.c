// Blocks that are freed with a lock in them that no other thread can want any more: its holder frees it, or has ended.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct order {
	pthread_mutex_t lock;
	pthread_rwlock_t table;
	pthread_cond_t is_done;
	sem_t permits;
	int users, done;
};

static struct order *order_new(int users)
{
	struct order *order = calloc(1, sizeof *order);

	pthread_mutex_init(&order->lock, NULL);
	pthread_rwlock_init(&order->table, NULL);
	pthread_cond_init(&order->is_done, NULL);
	sem_init(&order->permits, 0, 1);
	order->users = users;
	return order;
}

static void leave(struct order *order)
{
	pthread_mutex_lock(&order->lock);
	int is_last = --order->users == 0;
	if (!is_last)
		pthread_mutex_unlock(&order->lock);
	else
		free(order); /* locked by this thread alone */
}

static void *finish(void *arg)
{
	struct order *order = arg;

	pthread_mutex_lock(&order->lock);
	order->done = 1;
	pthread_cond_signal(&order->is_done);
	pthread_mutex_unlock(&order->lock);
	leave(order);
	return NULL;
}

static void *take_and_end(void *arg)
{
	struct order *order = arg;

	sem_wait(&order->permits);
	pthread_rwlock_wrlock(&order->table);
	pthread_mutex_lock(&order->lock);
	return NULL;
}

static void run(void *(*work)(void *), struct order *order, int waits)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, order);
	if (waits) {
		pthread_mutex_lock(&order->lock);
		while (!order->done)
			pthread_cond_wait(&order->is_done, &order->lock);
		pthread_mutex_unlock(&order->lock);
		leave(order);
	}
	pthread_join(thread, NULL);
}

int main(void)
{
	struct order *order;

	run(finish, order_new(2), 1);
	order = order_new(1);
	run(take_and_end, order, 0);
	free(order);
	order = order_new(1);
	pthread_rwlock_rdlock(&order->table);
	pthread_mutex_lock(&order->lock);
	order = realloc(order, 2 * sizeof *order);
	assert(order->users == 1);
	free(order);
	return 0;
}
