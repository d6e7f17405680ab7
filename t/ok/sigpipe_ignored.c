// treadle: races the pipe may be closed while it is written to, which is what this is about
// A pipe whose reading end may be closed when it is written to; SIGPIPE is ignored, so that this is an error like any other.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *arg)
{
	(void)arg;
	if (write(ends[1], "a", 1) != 1)
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

	signal(SIGPIPE, SIG_IGN);
	if (pipe(ends) != 0)
		return 2;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, closer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
