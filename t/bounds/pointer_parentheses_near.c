// A function that is called by name, in parentheses, in a loop.
// bounds: unbounded 18
#include <pthread.h>

int is_asked(void);
void *run(void *arg);

static int start(char *file)
{
	pthread_t t;

	return pthread_create(&t, NULL, run, file);
}

void start_all(char *file)
{
	/* as often as asked */
	while (is_asked())
		(start)(file);
}
