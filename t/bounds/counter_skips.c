// The counter only grows, but not with every thread: most threads are never counted.
// bounds: unbounded 17
#include <pthread.h>

int is_important(int client);
int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0;
	while (n < most) {
		int client = next_client();
		pthread_create(&t, NULL, serve, NULL);
		if (is_important(client))
			n++;
	}
}
