// A counter is tested, but another one is incremented.
// bounds: unbounded 19
#include <pthread.h>

struct server {
	int threads, requests, most;
};

int next_client(void);

static void *work(void *arg)
{
	return arg;
}

void run(struct server *server)
{
	pthread_t t;
	while (next_client() >= 0) {
		if (server->threads < server->most) {
			server->requests++;
			pthread_create(&t, NULL, work, server);
		}
	}
}
