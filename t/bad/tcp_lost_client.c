// A client that finds nobody gives up quietly, and the server waits for it for ever.
// treadle: expect deadlock
#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = 0x1234 };

static void *client(void *arg)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	connect(fd, (struct sockaddr *)&address, sizeof address);
	close(fd);
	return arg;
}

int main(void)
{
	pthread_t thread;
	int server = socket(AF_INET, SOCK_STREAM, 0);

	bind(server, (struct sockaddr *)&address, sizeof address);
	pthread_create(&thread, NULL, client, NULL);
	listen(server, 1);
	close(accept(server, NULL, NULL));
	pthread_join(thread, NULL);
	close(server);
	return 0;
}
