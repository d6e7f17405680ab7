// Letters to a mailbox may come in any order; the file of its socket is there until the end, and the program fails before that.
// treadle: expect assert
// treadle: says "@order"
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un mailbox = { .sun_family = AF_UNIX, .sun_path = "treadle.mailbox" };

static void *post(void *letter)
{
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);

	assert(sendto(fd, letter, 1, 0, (struct sockaddr *)&mailbox, sizeof mailbox) == 1);
	close(fd);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	char letters[2];

	assert(!bind(fd, (struct sockaddr *)&mailbox, sizeof mailbox));
	pthread_create(&threads[0], NULL, post, "a");
	pthread_create(&threads[1], NULL, post, "b");
	for (int i = 0; i < 2; i++)
		assert(recv(fd, &letters[i], 1, 0) == 1);
	assert(letters[0] < letters[1]); /* @order */
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	close(fd);
	unlink(mailbox.sun_path);
	return 0;
}
