// Another list is made longer each time, and the one whose length is tested only sometimes.
// bounds: unbounded 25
// bounds: bounded 38
#include <pthread.h>

struct list {
	unsigned length;
};

void *serve(void *arg);
int next_client(void);

static struct list clients, waiting, workers;

static void list_add(struct list *list)
{
	list->length++;
}

void accept_all(void)
{
	pthread_t thread;
	int client;

	while (clients.length < 16) {
		client = next_client();
		list_add(&waiting);
		if (client > 7)
			list_add(&clients);
		pthread_create(&thread, NULL, serve, NULL);
	}
}

void start_all(void)
{
	pthread_t thread;

	while (workers.length < 16) {
		list_add(&waiting);
		list_add(&workers);
		pthread_create(&thread, NULL, serve, NULL);
	}
}
