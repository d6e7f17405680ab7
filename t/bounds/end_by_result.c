// What has created returns 0, and then the loop is left; where it has not, the next candidate is tried.
// bounds: bounded 28
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
