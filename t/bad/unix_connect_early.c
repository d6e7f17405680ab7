// Nothing keeps the client from connecting before the server listens.
// treadle: expect assert
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address = { .sun_family = AF_UNIX, .sun_path = "\0treadle's test" };

static void *client(void *arg)
{
	int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);

	(void)arg;
	assert(!connect(fd, (struct sockaddr *)&address, sizeof address));
	close(fd);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int server = socket(AF_UNIX, SOCK_SEQPACKET, 0), fd;

	assert(!bind(server, (struct sockaddr *)&address, sizeof address));
	pthread_create(&thread, NULL, client, NULL);
	assert(!listen(server, 1));
	fd = accept(server, NULL, NULL);
	assert(fd >= 0);
	pthread_join(thread, NULL);
	close(fd);
	close(server);
	return 0;
}
