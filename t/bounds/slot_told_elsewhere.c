// Some come by a jump, and are told by the same number, without a slot.
// bounds: unbounded 66
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST 4

struct client {
	int id, sock;
	pthread_t thread;
};

int is_known(int sock);

static struct client *clients[MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *serve(void *arg)
{
	struct client *client = arg;

	pthread_mutex_lock(&lock);
	clients[client->id] = NULL;
	pthread_mutex_unlock(&lock);
	close(client->sock);
	free(client);
	return NULL;
}

static int start(int sock)
{
	struct client *client = malloc(sizeof *client);
	int result;

	client->sock = sock;
	client->id = 0;
	result = -1;
	if (is_known(sock))
		goto known;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < MOST; i++) {
		if (clients[i] == NULL) {
			clients[i] = client;
			client->id = i;
			result = 0;
			break;
		}
	}
	pthread_mutex_unlock(&lock);
	if (sock < 0) {
known:
		result = 1;
	}
	if (result < 0) {
		free(client);
		return -1;
	}
	result = pthread_create(&client->thread, NULL, serve, client);
	return result ? -1 : 0;
}

int main(void)
{
	for (;;) {
		int sock = accept(0, NULL, NULL);

		if (start(sock) < 0)
			close(sock);
	}
}
