// What is written to a pipe and to a socket is more than there is room for: the writer waits with a part of it written.
// treadle: options -n 60
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SIZE = 300000 };

static int ends[2], sockets[2];
static char data[SIZE];

static void *write_all(void *arg)
{
	assert(write(ends[1], data, SIZE) == SIZE);
	close(ends[1]);
	assert(send(sockets[1], data, SIZE, 0) == SIZE);
	shutdown(sockets[1], SHUT_WR);
	return arg;
}

static long read_all(int fd)
{
	static char part[SIZE];
	long total = 0, size;

	while ((size = read(fd, part, sizeof part)) > 0) {
		assert(part[0] == 'x' && part[size - 1] == 'x');
		total += size;
	}
	return total;
}

int main(void)
{
	pthread_t writer;

	memset(data, 'x', sizeof data);
	assert(pipe(ends) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
	for (int i = 0; i < 50; i++)
		assert(write(sockets[0], data, 1000) == 1000); /* more than the kernel's poll calls writable */
	assert(recv(sockets[1], data, 50000, MSG_WAITALL) == 50000);
	pthread_create(&writer, NULL, write_all, NULL);
	assert(read_all(ends[0]) == SIZE);
	assert(read_all(sockets[0]) == SIZE);
	pthread_join(writer, NULL);
	return 0;
}
