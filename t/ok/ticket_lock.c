// A ticket lock: each thread spins for its own number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int served;

static void *customer(void *arg)
{
	unsigned mine = atomic_fetch_add(&next_ticket, 1);

	while (atomic_load(&now_serving) != mine)
		;
	served++;
	atomic_store(&now_serving, mine + 1);
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, customer, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(served == 3);
	return 0;
}
