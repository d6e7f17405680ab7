// Here it creates first, and calls itself as well.
// bounds: unbounded 8
#include <pthread.h>

int is_busy(void);
void *serve(void *arg);

int start(int server)
{
	pthread_t t;

	pthread_create(&t, NULL, serve, NULL);
	if (is_busy())
		return start(server + 1);
	return 0;
}
