// The initialiser calls, through a helper, what initialises it; only if nothing was registered before.
// treadle: expect deadlock|self-deadlock|cycle
// treadle: says "@again"
#include <pthread.h>
#include <stdatomic.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int registered;

static void init(void);

static void library(void)
{
	pthread_once(&once, init); /* @again */
}

static void init(void)
{
	if (!atomic_load(&registered))
		library();
}

static void *use(void *arg)
{
	library();
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, use, NULL);
	atomic_store(&registered, 1);
	pthread_join(thread, NULL);
	return 0;
}
