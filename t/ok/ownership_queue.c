// What goes through a locked queue changes its owner: plain accesses before it was put and after it was taken.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct order {
	struct order *next;
	int price, discount;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct order *waiting;

static struct order *take(void)
{
	pthread_mutex_lock(&lock);
	struct order *order = waiting;
	if (order)
		waiting = order->next;
	pthread_mutex_unlock(&lock);
	return order;
}

static void *sell(void *arg)
{
	for (int i = 1; i <= 2; i++) {
		struct order *order = malloc(sizeof *order);

		order->price = 10 * i;
		order->discount = 0;
		pthread_mutex_lock(&lock);
		order->next = waiting;
		waiting = order;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *handle(void *arg)
{
	struct order *order = take();

	if (order) {
		order->discount = order->price / 10;
		assert(order->price - order->discount == order->price / 10 * 9);
		free(order);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, sell, NULL);
	pthread_create(&b, NULL, handle, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	for (struct order *order; (order = take());)
		free(order);
	return 0;
}
