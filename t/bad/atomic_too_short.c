// The atomic section covers the check but not what follows from it.
// treadle: expect assert
// treadle: says "last ticket sold twice"
#include <pthread.h>
#include <treadle/treadle.h>

static int tickets = 1;

static void *buy(void *arg)
{
	treadle_atomic_begin();
	int available = tickets > 0;
	treadle_atomic_end();
	if (available) {
		treadle_atomic_begin();
		tickets--;
		treadle_assert(tickets >= 0, "last ticket sold twice");
		treadle_atomic_end();
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, buy, NULL);
	pthread_create(&b, NULL, buy, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
