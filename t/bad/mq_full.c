// The queue holds less than is sent before anybody receives.
// treadle: expect deadlock
// treadle: says "waits to send to message queue 1"
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t requests, replies;

static void *serve(void *arg)
{
	char byte;

	for (int i = 0; i < 4; i++) {
		mq_receive(requests, &byte, 1, NULL);
		mq_send(replies, &byte, 1, 0);
	}
	return arg;
}

static mqd_t new_queue(const char *name)
{
	struct mq_attr attributes = { .mq_maxmsg = 1, .mq_msgsize = 1 };
	mqd_t queue = mq_open(name, O_CREAT | O_RDWR, 0600, &attributes);

	mq_unlink(name);
	return queue;
}

int main(void)
{
	pthread_t server;
	char byte = 0;

	requests = new_queue("/treadle_requests");
	replies = new_queue("/treadle_replies");
	pthread_create(&server, NULL, serve, NULL);
	for (int i = 0; i < 4; i++)
		mq_send(requests, &byte, 1, 0);
	for (int i = 0; i < 4; i++)
		mq_receive(replies, &byte, 1, NULL);
	pthread_join(server, NULL);
	return 0;
}
