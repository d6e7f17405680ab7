// The loop hides in a macro: it is where the macro is used.
// bounds: unbounded 16
#include <pthread.h>
#define FOREVER for (;;)

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

void run(void)
{
	pthread_t t;
	FOREVER {
		next_client();
		pthread_create(&t, NULL, serve, NULL);
	}
}
