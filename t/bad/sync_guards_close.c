// A server whose guards depend on an order of requests that nobody keeps: in the other order everybody waits.
// treadle: expect deadlock
// treadle: says "main waits for a message from (second|third) or another port"
// treadle: says "waits to send to (first|second|third)"
#include <pthread.h>
#include <treadle/sync.h>

static treadle_port_t first, second, third;

static void *ask(void *arg)
{
	treadle_port_send(&first, arg);
	treadle_port_send(&first, arg);
	return NULL;
}

static void *ask_other(void *arg)
{
	treadle_port_send(&second, arg);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int open = 1;

	treadle_port_init(&first, TREADLE_SYNCHRONOUS);
	treadle_port_init(&second, TREADLE_SYNCHRONOUS);
	treadle_port_init(&third, TREADLE_SYNCHRONOUS);
	pthread_create(&a, NULL, ask, NULL);
	pthread_create(&b, NULL, ask_other, NULL);
	for (int i = 0; i < 3; i++) {
		struct treadle_alternative alternatives[] = { { &first, open, NULL }, { &second, 1, NULL }, { &third, 1, NULL } };

		if (treadle_select(alternatives, 3) == 1)
			open = 0;
	}
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
