// A message says which entry of a plain table was filled; it is read when the message has come.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static mqd_t queue;
static int table[2];

static void *fill(void *arg)
{
	for (char i = 0; i < 2; i++) {
		table[(int)i] = 10 + i;
		assert(mq_send(queue, &i, 1, 0) == 0);
	}
	return arg;
}

int main(void)
{
	struct mq_attr attributes = { .mq_maxmsg = 2, .mq_msgsize = 1 };
	pthread_t thread;
	char name[32], which;

	snprintf(name, sizeof name, "/treadle-hand-%d", (int)getpid());
	queue = mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, &attributes);
	assert(queue != (mqd_t)-1);
	mq_unlink(name);
	pthread_create(&thread, NULL, fill, NULL);
	for (int i = 0; i < 2; i++) {
		assert(mq_receive(queue, &which, 1, NULL) == 1);
		assert(table[(int)which] == 10 + which);
	}
	pthread_join(thread, NULL);
	mq_close(queue);
	return 0;
}
