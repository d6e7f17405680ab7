// What serve returns does not tell whether it has created: neither branch is the one for a creation.
// bounds: unbounded 29
// bounds: unbounded 39
#include <pthread.h>
#include <sys/socket.h>

static int got;

static void *work(void *arg)
{
	return arg;
}

/* What came before. */
static int serve(void)
{
	int result = got;
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	got = accept(0, NULL, NULL);
	return result;
}

void raised(int most)
{
	int n = 0;

	while (n < most) {
		if (serve() == 42)
			n++;
	}
}

void taken_back(int most)
{
	int n = 0;

	while (n < most) {
		n++;
		if (serve() != 42)
			n = 0;
	}
}
