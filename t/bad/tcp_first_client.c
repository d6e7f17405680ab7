// The server takes the client that comes first for the one that was started first.
// treadle: expect assert
// treadle: says "@from_first"
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = 0x1234 };

static void *client(void *arg)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (!connect(fd, (struct sockaddr *)&address, sizeof address))
		send(fd, arg, 1, 0);
	close(fd);
	return NULL;
}

int main(void)
{
	pthread_t first, second;
	char from_first = 0;
	int server = socket(AF_INET, SOCK_STREAM, 0), fd;

	bind(server, (struct sockaddr *)&address, sizeof address);
	listen(server, 2);
	pthread_create(&first, NULL, client, "1");
	pthread_create(&second, NULL, client, "2");
	fd = accept(server, NULL, NULL);
	recv(fd, &from_first, 1, 0);
	assert(from_first == '1'); /* @from_first */
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	close(fd);
	close(server);
	return 0;
}
