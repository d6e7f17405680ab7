// The server listens to withdrawals when it should not: the guard has the wrong comparison.
// treadle: expect assert
// treadle: says "count >= 0"
#include <assert.h>
#include <pthread.h>
#include <treadle/sync.h>

static treadle_port_t deposit, withdraw;

static void *produce(void *arg)
{
	treadle_port_send(&deposit, arg);
	return NULL;
}

static void *consume(void *arg)
{
	treadle_port_send(&withdraw, arg);
	return NULL;
}

int main(void)
{
	pthread_t producer, consumer;
	int count = 0;

	treadle_port_init(&deposit, TREADLE_SYNCHRONOUS);
	treadle_port_init(&withdraw, TREADLE_SYNCHRONOUS);
	pthread_create(&producer, NULL, produce, NULL);
	pthread_create(&consumer, NULL, consume, NULL);
	for (int i = 0; i < 2; i++) {
		struct treadle_alternative alternatives[] = { { &deposit, count < 1, NULL }, { &withdraw, count >= 0, NULL } };

		count += treadle_select(alternatives, 2) == 0 ? 1 : -1;
		assert(count >= 0);
	}
	pthread_join(producer, NULL);
	pthread_join(consumer, NULL);
	return 0;
}
