// treadle: expect crash
// treadle: says "killed by SIGPIPE: written to a pipe or socket whose other end is closed, at writer \(@write\)"
// treadle: races the pipe may be closed while it is written to, which is what this is about
// One thread closes the end of a pipe that another's message is for: without anybody to read it, writing kills the process.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *arg)
{
	(void)arg;
	if (write(ends[1], "a", 1) != 1) /* @write */
		return NULL;
	return NULL;
}

static void *closer(void *arg)
{
	(void)arg;
	close(ends[0]);
	close(ends[1]);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	if (pipe(ends) != 0)
		return 2;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, closer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
