// What has created returns what came to it, with which the loop may go on.
// bounds: unbounded 29
#include <pthread.h>
#include <sys/socket.h>

static void *work(void *arg)
{
	return arg;
}

static int give(int to)
{
	pthread_t thread;
	int result = 0;

	if (to < 0)
		return -1;
	result = pthread_create(&thread, NULL, work, NULL);
	if (result != 0)
		goto out;
	pthread_detach(thread);
	result = 2 * accept(4, NULL, NULL) + 1;
out:
	return result;
}

void give_to_one(void)
{
	for (;;) {
		int to = accept(3, NULL, NULL);

		if (to != 5) {
			int result = give(to);

			if (result != 0)
				continue;
			break;
		}
	}
}
