// Who takes the thread off the count is the loop itself, when it has joined it.
// bounds: alive 24
#include <pthread.h>
#define MOST 8

int next_client(void);
int is_last_finished(void);
static pthread_t threads[MOST];
static int live;

static void *serve(void *arg)
{
	return arg;
}

static void reap(void)
{
	if (live > 0 && is_last_finished() && pthread_join(threads[live - 1], NULL) == 0)
		live--;
}

void run(void)
{
	while (next_client() >= 0) {
		reap();
		if (live == MOST)
			continue;
		live++;
		pthread_create(&threads[live - 1], NULL, serve, NULL);
	}
}
