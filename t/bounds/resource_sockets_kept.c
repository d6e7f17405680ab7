// Other things than threads, if one asks for them: connections that are kept, and nobody counts them.
// bounds: options --resources sockets
// bounds: unbounded 17 says "sockets"
#include <stdlib.h>
#include <stddef.h>
#include <sys/socket.h>

struct client {
	struct client *next;
	int fd;
};

static struct client *clients;

void run(int listener)
{
	for (;;) {
		int fd = accept(listener, NULL, NULL);
		struct client *client = malloc(sizeof *client);
		if (!client)
			abort();
		client->fd = fd;
		client->next = clients;
		clients = client;
	}
}
