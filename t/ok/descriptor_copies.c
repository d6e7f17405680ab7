// Second names for the end of a pipe: dup2, fcntl, one that came in a message, a stream of the C library.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int pipes[2][2], sockets[2];

static void send_descriptor(int fd)
{
	char room[CMSG_SPACE(sizeof fd)] = {0};
	struct iovec text = {"x", 1};
	struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof fd);
	memcpy(CMSG_DATA(header), &fd, sizeof fd);
	assert(sendmsg(sockets[0], &message, 0) == 1);
}

static int receive_descriptor(void)
{
	char letter, room[CMSG_SPACE(sizeof(int))];
	struct iovec text = {&letter, 1};
	struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
	int fd;

	assert(recvmsg(sockets[1], &message, 0) == 1);
	memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof fd);
	return fd;
}

static void *write_by_copies(void *arg)
{
	int first = fcntl(pipes[0][1], F_DUPFD_CLOEXEC, 20), second = dup2(first, 30), third = receive_descriptor();
	FILE *stream = fdopen(pipes[1][1], "w");

	(void)arg;
	assert(write(second, "a", 1) == 1);
	assert(write(third, "b", 1) == 1);
	fputs("c", stream);
	fclose(stream);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	char letter;

	assert(!pipe(pipes[0]) && !pipe(pipes[1]) && !socketpair(AF_UNIX, SOCK_STREAM, 0, sockets));
	pthread_create(&thread, NULL, write_by_copies, NULL);
	send_descriptor(pipes[0][1]);
	assert(read(pipes[0][0], &letter, 1) == 1 && letter == 'a');
	assert(read(pipes[0][0], &letter, 1) == 1 && letter == 'b');
	assert(read(pipes[1][0], &letter, 1) == 1 && letter == 'c');
	pthread_join(thread, NULL);
	return 0;
}
