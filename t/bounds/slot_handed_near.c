// The table is another one in each round; or grows.
// bounds: bounded 15
// bounds: unbounded 27
// bounds: unbounded 39
#include <pthread.h>
#include <stdlib.h>

void *serve(void *arg);
int next_order(void);

static int start_one(char *is_taken, int most)
{
	pthread_t thread;

	for (int i = 0; i < most; i++) {
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
	while (next_order()) {
		char is_taken[4] = { 0 };

		start_one(is_taken, 4);
	}
}

void run_more(void)
{
	char *is_taken = NULL;
	int most = 0;

	while (next_order()) {
		is_taken = realloc(is_taken, (size_t)most + 4);
		for (int i = 0; i < 4; i++)
			is_taken[most++] = 0;
		start_one(is_taken, most);
	}
}
