// A stage of a pipeline sends back more than the port holds before it receives again.
// treadle: expect deadlock
// treadle: says "waits to send to (requests|replies)"
#include <pthread.h>
#include <treadle/sync.h>

enum { JOBS = 3 };

static treadle_port_t requests, replies;

static void *serve(void *arg)
{
	for (int i = 0; i < JOBS; i++)
		treadle_port_send(&replies, treadle_port_receive(&requests));
	return arg;
}

int main(void)
{
	pthread_t server;

	treadle_port_init(&requests, 1);
	treadle_port_init(&replies, 1);
	pthread_create(&server, NULL, serve, NULL);
	for (int i = 0; i < JOBS + 1; i++)
		treadle_port_send(&requests, NULL);
	for (int i = 0; i < JOBS; i++)
		treadle_port_receive(&replies);
	pthread_join(server, NULL);
	return 0;
}
