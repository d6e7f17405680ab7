// Two spin locks, two orders.
// treadle: expect deadlock|cycle
// treadle: says "\brx\b"
// treadle: says "\btx\b"
#include <pthread.h>

static pthread_spinlock_t rx, tx;

static void *receive(void *arg)
{
	pthread_spin_lock(&rx);
	pthread_spin_lock(&tx);
	pthread_spin_unlock(&tx);
	pthread_spin_unlock(&rx);
	return arg;
}

static void *transmit(void *arg)
{
	pthread_spin_lock(&tx);
	pthread_spin_lock(&rx);
	pthread_spin_unlock(&rx);
	pthread_spin_unlock(&tx);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_spin_init(&rx, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_init(&tx, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&a, NULL, receive, NULL);
	pthread_create(&b, NULL, transmit, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
