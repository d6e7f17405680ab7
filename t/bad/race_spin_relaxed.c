// A spin lock out of atomic_flag, relaxed throughout: it excludes, but nobody sees what the one before has done.
// treadle: expect race
// treadle: says "\btickets\b"
// treadle: says "\bsell_ticket\b"
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int tickets = 10;

static void *sell_ticket(void *arg)
{
	while (atomic_flag_test_and_set_explicit(&lock, memory_order_relaxed))
		;
	tickets--;
	atomic_flag_clear_explicit(&lock, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, sell_ticket, NULL);
	pthread_create(&b, NULL, sell_ticket, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return tickets == 8 ? 0 : 1;
}
