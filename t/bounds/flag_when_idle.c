// The flag is cleared when there is nothing to do, not when something is created.
// bounds: unbounded 12
#include <pthread.h>

static int is_running = 1;
int has_client(void);
void *serve(void *arg);

void run(void)
{
	pthread_t t;
	while (1) {
		if (!is_running)
			break;
		if (has_client())
			pthread_create(&t, NULL, serve, NULL);
		else
			is_running = 0;
	}
}
