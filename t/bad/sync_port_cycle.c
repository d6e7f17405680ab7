// Two threads that each first send to the other: with ports that hold nothing neither comes to receive.
// treadle: expect deadlock
// treadle: says "deadlock: .*waits to send to (left|right).*waits to send to (left|right)"
#include <pthread.h>
#include <treadle/sync.h>

static treadle_port_t left, right;

static void *exchange(void *arg)
{
	treadle_port_t *mine = arg, *other = mine == &left ? &right : &left;

	treadle_port_send(other, NULL);
	treadle_port_receive(mine);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	treadle_port_init(&left, TREADLE_SYNCHRONOUS);
	treadle_port_init(&right, TREADLE_SYNCHRONOUS);
	pthread_create(&a, NULL, exchange, &left);
	pthread_create(&b, NULL, exchange, &right);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
