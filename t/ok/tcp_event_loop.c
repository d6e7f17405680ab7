// A server that does everything in one loop over epoll, with sockets that do not wait, and a client that waits for a second at most.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static struct sockaddr_in6 address = { .sin6_family = AF_INET6, .sin6_port = 0x1234 };

static void watch(int set, int fd)
{
	struct epoll_event event = { .events = EPOLLIN | EPOLLRDHUP, .data.fd = fd };

	assert(!epoll_ctl(set, EPOLL_CTL_ADD, fd, &event));
}

/* Until the client has gone. */
static int handle(int set, int server, int fd)
{
	char bytes[8];
	ssize_t got;

	if (fd == server) {
		int client = accept4(server, NULL, NULL, SOCK_NONBLOCK);

		assert(client >= 0);
		watch(set, client);
		return 1;
	}
	got = read(fd, bytes, sizeof bytes);
	if (got > 0)
		send(fd, bytes, (size_t)got, MSG_NOSIGNAL);
	if (got > 0 || (got < 0 && errno == EAGAIN))
		return 1;
	assert(got == 0 || errno == ECONNRESET); /* it did not wait for the answer */
	close(fd);
	return 0;
}

static void *serve(void *arg)
{
	int server = *(int *)arg, set = epoll_create1(0), goes_on = 1;

	watch(set, server);
	while (goes_on) {
		struct epoll_event event;

		assert(epoll_wait(set, &event, 1, -1) == 1);
		goes_on = handle(set, server, event.data.fd);
	}
	close(set);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	struct timeval second = { .tv_sec = 1 };
	struct sockaddr_in6 peer;
	socklen_t length = sizeof peer;
	char bytes[4];
	int server = socket(AF_INET6, SOCK_STREAM | SOCK_NONBLOCK, 0), fd = socket(AF_INET6, SOCK_STREAM, 0);

	assert(!bind(server, (struct sockaddr *)&address, sizeof address));
	assert(accept(server, NULL, NULL) == -1);
	assert(!listen(server, 1));
	assert(accept(server, NULL, NULL) == -1 && errno == EAGAIN);
	pthread_create(&thread, NULL, serve, &server);
	assert(!setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second));
	assert(!connect(fd, (struct sockaddr *)&address, sizeof address));
	assert(!getpeername(fd, (struct sockaddr *)&peer, &length) && peer.sin6_port == 0x1234);
	assert(write(fd, "hey", 3) == 3);
	errno = 0;
	assert(read(fd, bytes, 3) == 3 || errno == EAGAIN);
	close(fd);
	pthread_join(thread, NULL);
	close(server);
	return 0;
}
