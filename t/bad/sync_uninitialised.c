// A port is used before anybody has initialised it.
// treadle: expect bad-primitive
// treadle: says "uninitialised port"
#include <pthread.h>
#include <treadle/sync.h>

static treadle_port_t port;

static void *send(void *arg)
{
	treadle_port_send(&port, arg);
	return NULL;
}

int main(void)
{
	pthread_t sender;

	pthread_create(&sender, NULL, send, NULL);
	treadle_port_init(&port, TREADLE_UNBOUNDED);
	treadle_port_receive(&port);
	pthread_join(sender, NULL);
	return 0;
}
