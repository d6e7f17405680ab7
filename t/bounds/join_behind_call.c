// It waits for what it has created, but only when the call of itself is over, which has created one as well.
// bounds: unbounded 8
#include <pthread.h>

int has_client(void);
void *serve(void *arg);

void run(void)
{
	pthread_t t;

	if (!has_client())
		return;
	pthread_create(&t, NULL, serve, NULL);
	run();
	pthread_join(t, NULL);
}
