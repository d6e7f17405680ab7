// Each loop goes on only where nobody came; what stands behind the creation leaves.
// bounds: bounded 16
// bounds: bounded 31
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>

void *serve(void *arg);
int next_order(int connection);

int accept_one(int listener)
{
	pthread_t t;
	int s;
	while (1) {
		s = accept(listener, NULL, NULL);
		if (s < 0 && errno == EAGAIN)
			continue;
		if (s >= 0)
			pthread_create(&t, NULL, serve, NULL);
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
			return 1;
		default:
			break;
		}
	}
}
