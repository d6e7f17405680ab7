// The table of flags is cleared in the loop: by its own name, by another, by a function without source, or by whoever it was left with.
// bounds: bounded 17
// bounds: unbounded 43
// bounds: unbounded 53
// bounds: unbounded 63
// bounds: unbounded 74
#include <pthread.h>
#include <string.h>

void *serve(void *arg);
int next_order(void);

static int start_one(char *is_taken)
{
	pthread_t thread;

	for (int i = 0; i < 8; i++) {
		if (is_taken[i])
			continue;
		is_taken[i] = 1;
		pthread_create(&thread, NULL, serve, NULL);
		return 1;
	}
	return 0;
}

static void clear(char *table)
{
	table[next_order() & 7] = 0;
}

static char *left;

static void clear_left(void)
{
	left[next_order() & 7] = 0;
}

void run_clear(void)
{
	char is_taken[8] = { 0 };

	while (next_order()) {
		start_one(is_taken);
		clear(is_taken);
	}
}

void run_memset(void)
{
	char is_taken[8] = { 0 };

	while (next_order()) {
		start_one(is_taken);
		memset(is_taken, 0, sizeof is_taken);
	}
}

void run_own(void)
{
	char is_taken[8] = { 0 };

	while (next_order()) {
		start_one(is_taken);
		is_taken[next_order() & 7] = 0;
	}
}

void run_left(void)
{
	char is_taken[8] = { 0 };

	left = is_taken;
	while (next_order()) {
		start_one(is_taken);
		clear_left();
	}
}
