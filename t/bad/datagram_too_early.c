// Whoever sends to an address before somebody is bound to it sends to nobody.
// treadle: expect assert
// treadle: says "@send"
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>

static struct sockaddr_un mailbox = { .sun_family = AF_UNIX, .sun_path = "treadle.mailbox" };

static void *receive(void *arg)
{
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	char letter;

	assert(!bind(fd, (struct sockaddr *)&mailbox, sizeof mailbox));
	assert(recv(fd, &letter, 1, 0) == 1);
	return arg;
}

int main(void)
{
	pthread_t thread;
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);

	pthread_create(&thread, NULL, receive, NULL);
	assert(sendto(fd, "a", 1, 0, (struct sockaddr *)&mailbox, sizeof mailbox) == 1); /* @send */
	pthread_join(thread, NULL);
	return 0;
}
