// Two threads write into the same socket; the reader counts on the order of their creation.
// treadle: expect assert
// treadle: says "@order"
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int sockets[2];

static void *say(void *arg)
{
	return write(sockets[0], arg, 1) == 1 ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;
	char heard[2] = "";

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets))
		return 0;
	pthread_create(&a, NULL, say, "1");
	pthread_create(&b, NULL, say, "2");
	for (int i = 0; i < 2; i++)
		if (read(sockets[1], &heard[i], 1) != 1)
			return 0;
	assert(heard[0] == '1' && heard[1] == '2'); /* @order */
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	close(sockets[0]);
	close(sockets[1]);
	return 0;
}
