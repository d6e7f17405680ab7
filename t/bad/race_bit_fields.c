// Two bit fields that lie in one word have a lock each: whoever writes one writes the other.
// treadle: expect race
// treadle: says "\bstatus\b"
// treadle: says "\bopen_it\b"
// treadle: says "\block_it\b"
#include <pthread.h>

static struct {
	unsigned is_open : 1, is_locked : 1;
} status;
static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER, locked_lock = PTHREAD_MUTEX_INITIALIZER;

static void *open_it(void *arg)
{
	pthread_mutex_lock(&open_lock);
	status.is_open = 1;
	pthread_mutex_unlock(&open_lock);
	return arg;
}

static void *lock_it(void *arg)
{
	pthread_mutex_lock(&locked_lock);
	status.is_locked = 1;
	pthread_mutex_unlock(&locked_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, open_it, NULL);
	pthread_create(&b, NULL, lock_it, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
