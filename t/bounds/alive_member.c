// A live count in a structure, taken down by the thread.
// bounds: alive 25
#include <pthread.h>
#include <stdlib.h>

struct server {
	pthread_mutex_t lock;
	int live, most;
};

int next_client(void);

static void *serve(void *arg)
{
	struct server *server = arg;
	pthread_mutex_lock(&server->lock);
	server->live -= 1;
	pthread_mutex_unlock(&server->lock);
	return NULL;
}

void run(struct server *server)
{
	pthread_t t;
	while (next_client() >= 0) {
		pthread_mutex_lock(&server->lock);
		int is_free = server->live < server->most;
		if (is_free)
			server->live += 1;
		pthread_mutex_unlock(&server->lock);
		if (is_free)
			pthread_create(&t, NULL, serve, server);
	}
}
