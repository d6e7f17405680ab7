// The continue stands behind the creation and bounds nothing.
// bounds: unbounded 17
#include <pthread.h>

int next_client(void);
void keep(pthread_t t);

static void *serve(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0;
	while (next_client() >= 0) {
		pthread_create(&t, NULL, serve, NULL);
		if (n >= most)
			continue;
		n++;
		keep(t);
	}
}
