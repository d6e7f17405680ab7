// Creation through a table of functions.
// bounds: unbounded 25
#include <pthread.h>

struct model {
	const char *name;
	int (*start)(int client);
};

int next_client(void);
int serve_at_once(int client);
void *serve(void *arg);

static int serve_in_thread(int client)
{
	pthread_t t;
	return client < 0 ? -1 : pthread_create(&t, NULL, serve, NULL);
}

static const struct model models[] = { { "plain", serve_at_once }, { "threads", serve_in_thread } };

void run(int which)
{
	int client;
	while ((client = next_client()) >= 0)
		models[which].start(client);
}
