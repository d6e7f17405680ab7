// retry() calls itself instead of coming to create, but there is one more way back to it, by which start() is come to once more.
// bounds: unbounded 13
// bounds: unbounded 22
#include <pthread.h>

int is_busy(void);
int is_elsewhere(void);
void *serve(void *arg);
void start(int server);
static void again(int server);

static void
retry(int server)
{
	if (is_busy()) {
		retry(server + 1);
		return;
	}
	start(server);
}

void start(int server)
{
	pthread_t t;

	pthread_create(&t, NULL, serve, NULL);
	if (is_elsewhere())
		again(server);
}

static void again(int server)
{
	retry(server);
}
