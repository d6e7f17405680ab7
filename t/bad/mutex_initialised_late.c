// The first user of the log initialises its lock; of two first users one initialises what the other one has locked.
// treadle: expect bad-primitive
// treadle: options --races off
// treadle: says "a mutex is initialised while it is in use: log_lock; write_log(#2)? holds it, at open_log \(@init\)"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t log_lock;
static atomic_bool is_open;
static int lines;

static void open_log(void)
{
	if (atomic_load(&is_open))
		return;
	pthread_mutex_init(&log_lock, NULL); /* @init */
	atomic_store(&is_open, true);
}

static void *write_log(void *arg)
{
	open_log();
	pthread_mutex_lock(&log_lock);
	lines++;
	pthread_mutex_unlock(&log_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, write_log, NULL);
	pthread_create(&b, NULL, write_log, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
