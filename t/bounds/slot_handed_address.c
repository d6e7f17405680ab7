// A table of flags that is handed on by its address, and that another function looks at by another name.
// bounds: bounded 15
// bounds: bounded 46
#include <pthread.h>
#include <stdbool.h>

void *serve(void *arg);
int next_order(void);
extern unsigned most;

static bool start_one(bool *is_taken)
{
	pthread_t thread;

	for (unsigned i = 0; i < most; i++) {
		if (is_taken[i])
			continue;
		if (pthread_create(&thread, NULL, serve, NULL) == 0)
			is_taken[i] = true;
		return true;
	}
	return false;
}

static unsigned count(const bool *flags)
{
	unsigned found = 0;

	for (unsigned i = 0; i < most; i++)
		found += flags[i];
	return found;
}

static void report(const bool *table)
{
	if (table && count(table) == most)
		next_order();
}

void run(void)
{
	bool is_taken[most];

	for (unsigned i = 0; i < most; i++)
		is_taken[i] = false;
	while (next_order()) {
		if (start_one((bool *)&is_taken))
			continue;
		report(is_taken);
	}
}
