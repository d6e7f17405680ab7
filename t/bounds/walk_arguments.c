// A walk over the command line.
// bounds: bounded 13
#include <pthread.h>

static void *work(void *arg)
{
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;
	while (--argc > 0)
		pthread_create(&t, NULL, work, *++argv);
	pthread_exit(NULL);
}
