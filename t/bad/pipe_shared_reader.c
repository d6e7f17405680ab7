// poll says that there is something to read; two threads believe it, for one byte.
// treadle: expect deadlock
// treadle: says "@read"
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int queue[2];

static void *reader(void *arg)
{
	struct pollfd ready = { .fd = queue[0], .events = POLLIN };
	char byte;

	if (poll(&ready, 1, 0) == 1 && read(queue[0], &byte, 1) != 1) /* @read */
		return NULL;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	if (pipe(queue) || write(queue[1], "x", 1) != 1)
		return 0;
	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
