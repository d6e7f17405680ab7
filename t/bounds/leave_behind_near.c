// There are ways past each of the jumps that stand behind the creations.
// bounds: unbounded 23
// bounds: unbounded 39
// bounds: unbounded 55
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>

void *serve(void *arg);
int next_order(int connection);

static int start(void)
{
	pthread_t t;
	return pthread_create(&t, NULL, serve, NULL) ? -1 : 1;
}

int accept_until_full(int listener)
{
	pthread_t t;
	int s;
	while (1) {
		s = accept(listener, NULL, NULL);
		if (s < 0)
			continue;
		pthread_create(&t, NULL, serve, NULL);
		if (errno != EAGAIN)
			continue;
		break;
	}
	return s;
}

int answer(int connection)
{
	pthread_t t;
	int order;
	for (;;) {
		order = next_order(connection);
		if (order < 0)
			continue;
		switch (order) {
		case 1:
			pthread_create(&t, NULL, serve, NULL);
			break;
		default:
			return 1;
		}
	}
}

int start_all(int listener)
{
	for (;;) {
		if (accept(listener, NULL, NULL) < 0)
			continue;
		if (start() < 0)
			break;
	}
	return 0;
}
