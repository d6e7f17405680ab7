// The last message has the highest priority and overtakes the work that was sent before it.
// treadle: expect assert
// treadle: says "done == 2"
// treadle: says "receive from message queue 1"
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static int done;

static void *work(void *arg)
{
	mqd_t *queue = arg;
	char what = 0;

	while (mq_receive(*queue, &what, 1, NULL) == 1 && what != 'q')
		done++;
	return NULL;
}

int main(void)
{
	struct mq_attr attributes = { .mq_maxmsg = 4, .mq_msgsize = 1 };
	mqd_t queue = mq_open("/treadle_mq_priority", O_CREAT | O_RDWR, 0600, &attributes);
	pthread_t worker;

	mq_unlink("/treadle_mq_priority");
	pthread_create(&worker, NULL, work, &queue);
	mq_send(queue, "w", 1, 0);
	mq_send(queue, "w", 1, 0);
	mq_send(queue, "q", 1, 9);
	pthread_join(worker, NULL);
	assert(done == 2);
	return 0;
}
