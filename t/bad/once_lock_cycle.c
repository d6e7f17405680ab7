// The once routine needs a lock, and somebody who holds that lock waits for the once routine, which another thread is in.
// treadle: expect deadlock|cycle
// treadle: says "\bregistry_lock\b"
// treadle: says "\bset_up\b"
#define _GNU_SOURCE
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t registry_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int registered;

static void set_up(void)
{
	pthread_mutex_lock(&registry_lock);
	registered++;
	pthread_mutex_unlock(&registry_lock);
}

static void *use(void *arg)
{
	pthread_once(&once, set_up);
	return arg;
}

static void *reset(void *arg)
{
	pthread_mutex_lock(&registry_lock);
	pthread_once(&once, set_up);
	registered = 1;
	pthread_mutex_unlock(&registry_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, reset, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
