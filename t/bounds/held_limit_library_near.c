// The function is put into a variable of a library, which calls it at any time.
// bounds: unbounded 19
#include <pthread.h>

void *work(void *arg);
extern void (*library_hook)(void);
static int limit = 1;

static void raise_limit(void)
{
	limit++;
}

void run(void)
{
	pthread_t t;

	library_hook = raise_limit;
	for (int i = 0; i < limit; i++)
		pthread_create(&t, NULL, work, NULL);
}
