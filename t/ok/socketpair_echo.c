// Question and answer over a socket pair, both ways on the same two ends.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *server(void *arg)
{
	char line[8] = "";

	for (int i = 0; i < 2; i++) {
		assert(read(ends[1], line, 4) == 4);
		line[0]++;
		assert(write(ends[1], line, 4) == 4);
	}
	return arg;
}

int main(void)
{
	pthread_t thread;
	char line[8] = "abc";

	assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	pthread_create(&thread, NULL, server, NULL);
	for (int i = 0; i < 2; i++) {
		assert(write(ends[0], line, 4) == 4);
		assert(read(ends[0], line, 4) == 4);
	}
	assert(strcmp(line, "cbc") == 0);
	pthread_join(thread, NULL);
	close(ends[0]);
	close(ends[1]);
	return 0;
}
