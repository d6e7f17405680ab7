// The creation hides in a macro.
// bounds: unbounded 15
#include <pthread.h>
#define SPAWN(function) pthread_create(&(pthread_t){ 0 }, NULL, function, NULL)

int next_client(void);

static void *serve(void *arg)
{
	return arg;
}

void run(void)
{
	while (next_client() >= 0)
		SPAWN(serve);
}
