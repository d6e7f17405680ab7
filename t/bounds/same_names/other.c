#include <pthread.h>

int next_client(void);
void *serve_in_thread(void *arg);
static void start(int client);
void run(void);

void run(void)
{
	int client;
	while ((client = next_client()) >= 0)
		start(client);
}

static void start(int client)
{
	pthread_t t;
	if (client)
		pthread_create(&t, NULL, serve_in_thread, NULL);
}
