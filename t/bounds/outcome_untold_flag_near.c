// What serve returns does not tell whether it has created: the loop is left for another reason, and may never be.
// bounds: unbounded 32
#include <pthread.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

static void *work(void *arg)
{
	return arg;
}

static int serve(int listener)
{
	struct pollfd ready = { .fd = listener, .events = POLLIN };
	int result = 0;
	pthread_t thread;

	if (poll(&ready, 1, 1000) < 0)
		return 1;
	if (ready.fd == listener)
		pthread_create(&thread, NULL, work, NULL);
	else
		result = close(listener);
	return result;
}

void serve_all(int listener)
{
	int goes_on = 1;

	while (goes_on) {
		if (serve(listener) != 0)
			goes_on = 0;
		if (goes_on == 0)
			break;
	}
}
