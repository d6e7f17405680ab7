// What a function returns is kept in a number, which does not tell whether it has created something.
// bounds: unbounded 22
#include <pthread.h>

void *serve(void *arg);
int next_order(void);

static int play(void)
{
	pthread_t thread;
	int result = 0;

	if (pthread_create(&thread, NULL, serve, NULL) == 0)
		result = next_order();
	return result;
}

void run(void)
{
	int is_done = 0;

	while (is_done == 0)
		is_done = play();
}
