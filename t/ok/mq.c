// Message queues between threads: order by priority, waiting, giving up, errors.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static mqd_t queue;

static void *send_some(void *arg)
{
	for (int i = 0; i < 3; i++)
		assert(mq_send(queue, "message", 7, 0) == 0);
	return arg;
}

static void check_order(void)
{
	char text[16] = "";
	unsigned priority;
	struct mq_attr attributes;

	assert(mq_send(queue, "low", 3, 1) == 0 && mq_send(queue, "high", 4, 2) == 0);
	assert(mq_getattr(queue, &attributes) == 0 && attributes.mq_curmsgs == 2 && attributes.mq_maxmsg == 2);
	assert(mq_receive(queue, text, sizeof text, &priority) == 4 && priority == 2 && !memcmp(text, "high", 4));
	assert(mq_receive(queue, text, sizeof text, NULL) == 3 && !memcmp(text, "low", 3));
}

static void check_errors(void)
{
	char text[16];
	struct timespec past = { 0 };

	assert(mq_open("/treadle_no_such_queue", O_RDWR) == -1 && errno == ENOENT);
	assert(mq_receive(queue, text, 1, NULL) == -1 && errno == EMSGSIZE);
	assert(mq_timedreceive(queue, text, sizeof text, NULL, &past) == -1 && errno == ETIMEDOUT);
	assert(mq_setattr(queue, &(struct mq_attr){ .mq_flags = O_NONBLOCK }, NULL) == 0);
	assert(mq_receive(queue, text, sizeof text, NULL) == -1 && errno == EAGAIN);
	assert(mq_close(queue) == 0 && mq_send(queue, "x", 1, 0) == -1 && errno == EBADF);
}

int main(void)
{
	struct mq_attr attributes = { .mq_maxmsg = 2, .mq_msgsize = 16 };
	pthread_t sender;
	char text[16];

	queue = mq_open("/treadle_ok", O_CREAT | O_EXCL | O_RDWR, 0600, &attributes);
	assert(queue != (mqd_t)-1 && mq_unlink("/treadle_ok") == 0);
	check_order();
	pthread_create(&sender, NULL, send_some, NULL);
	for (int i = 0; i < 3; i++)
		assert(mq_receive(queue, text, sizeof text, NULL) == 7);
	pthread_join(sender, NULL);
	check_errors();
	puts("done");
	return 0;
}
