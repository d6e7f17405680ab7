// Two clients of a server over TCP; thousands of executions do not use up the ports of the machine.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS = 2 };

static struct sockaddr_in address;

static void *client(void *arg)
{
	char sent = *(char *)arg, got = 0;
	int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);

	assert(!setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one));
	assert(!connect(fd, (struct sockaddr *)&address, sizeof address));
	assert(send(fd, &sent, 1, 0) == 1);
	assert(recv(fd, &got, 1, 0) == 1);
	assert(got == sent + 1);
	close(fd);
	return NULL;
}

static void serve(int server)
{
	struct sockaddr_in from;
	socklen_t length = sizeof from;
	int fd = accept(server, (struct sockaddr *)&from, &length);
	char c;

	assert(fd >= 0 && length == sizeof from);
	assert(from.sin_addr.s_addr == htonl(INADDR_LOOPBACK) && from.sin_port && from.sin_port != address.sin_port);
	assert(recv(fd, &c, 1, 0) == 1);
	c++;
	assert(send(fd, &c, 1, 0) == 1);
	close(fd);
}

int main(void)
{
	pthread_t threads[CLIENTS];
	char names[CLIENTS] = "ab";
	socklen_t length = sizeof address;
	int server = socket(AF_INET, SOCK_STREAM, 0);

	address.sin_family = AF_INET;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert(!bind(server, (struct sockaddr *)&address, sizeof address));
	assert(!getsockname(server, (struct sockaddr *)&address, &length));
	assert(address.sin_port);
	assert(!listen(server, 8));
	for (int i = 0; i < CLIENTS; i++)
		pthread_create(&threads[i], NULL, client, &names[i]);
	for (int i = 0; i < CLIENTS; i++)
		serve(server);
	for (int i = 0; i < CLIENTS; i++)
		pthread_join(threads[i], NULL);
	close(server);
	return 0;
}
