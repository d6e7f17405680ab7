// What continues before the creation is negated into its condition.
// bounds: bounded 16
#include <pthread.h>

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

void run(int most)
{
	pthread_t t;
	int n = 0;
	while (next_client() >= 0) {
		if (n >= most)
			continue;
		n++;
		pthread_create(&t, NULL, serve, NULL);
	}
}
