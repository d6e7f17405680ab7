// A function looks for a place in a table of flags that it is handed, and takes it: there are as many as the table has.
// bounds: bounded 16
// bounds: bounded 30
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };

void *serve(void *arg);
int next_order(void);

static int start_one(char *is_taken)
{
	pthread_t thread;

	for (int i = 0; i < MOST; i++) {
		if (is_taken[i])
			continue;
		is_taken[i] = 1;
		pthread_create(&thread, NULL, serve, NULL);
		return 1;
	}
	return 0;
}

void run(void)
{
	char is_taken[MOST] = { 0 };

	while (next_order())
		start_one(is_taken);
}
