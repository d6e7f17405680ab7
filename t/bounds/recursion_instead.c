// Where it is busy it calls itself instead of creating: only the last call creates.
// bounds: bounded 8
#include <pthread.h>

int is_busy(void);
void *serve(void *arg);

int start(int server)
{
	pthread_t t;

	if (is_busy())
		return start(server + 1);
	return pthread_create(&t, NULL, serve, NULL);
}
