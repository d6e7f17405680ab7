// Joined only when somebody looks.
// bounds: unbounded 14
#include <pthread.h>

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

void run(int is_debugging)
{
	while (next_client() >= 0) {
		pthread_t t;
		pthread_create(&t, NULL, serve, NULL);
		if (is_debugging)
			pthread_join(t, NULL);
	}
}
