// It waits for what it has created before it calls itself.
// bounds: alive 8
#include <pthread.h>

int has_client(void);
void *serve(void *arg);

void run(void)
{
	pthread_t t;

	if (!has_client())
		return;
	pthread_create(&t, NULL, serve, NULL);
	pthread_join(t, NULL);
	run();
}
