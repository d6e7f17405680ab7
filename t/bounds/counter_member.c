// Counter and limit are members of a structure.
// bounds: bounded 19
#include <pthread.h>

struct server {
	int threads, most;
};

void wait_for_request(struct server *server);

static void *work(void *arg)
{
	return arg;
}

void run(struct server *server)
{
	pthread_t t;
	for (;;) {
		wait_for_request(server);
		if (server->threads < server->most) {
			server->threads++;
			pthread_create(&t, NULL, work, server);
		}
	}
}
