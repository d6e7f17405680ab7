// The exit handler frees the table while a detached thread still uses it: exit does not stop other threads.
// treadle: expect use-after-free
// treadle: says "@use"
// treadle: says "tear_down"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int *table;
static int log_lines;

static void tear_down(void)
{
	free(table);
	pthread_mutex_lock(&log_lock);
	log_lines++; /* "table freed" */
	pthread_mutex_unlock(&log_lock);
}

static void *background(void *arg)
{
	for (int i = 0; i < 3; i++)
		atomic_fetch_add(&table[i], 1); /* @use */
	return arg;
}

int main(void)
{
	pthread_t thread;

	table = calloc(4, sizeof *table);
	atexit(tear_down);
	pthread_create(&thread, NULL, background, NULL);
	pthread_detach(thread);
	return 0;
}
