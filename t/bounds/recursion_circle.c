// retry() calls itself instead of coming to create; only the circle through start(), which creates in each round, has no limit.
// bounds: bounded 12
// bounds: unbounded 22
#include <pthread.h>

int is_busy(void);
int is_elsewhere(void);
void *serve(void *arg);
void start(int server);

static void
retry(int server)
{
	if (is_busy()) {
		retry(server + 1);
		return;
	}
	if (is_elsewhere())
		start(server);
}

void start(int server)
{
	pthread_t t;

	pthread_create(&t, NULL, serve, NULL);
	retry(server);
}
