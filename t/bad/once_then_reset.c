// A home-made "once": test and set of the flag are two steps, the initialiser runs twice.
// treadle: expect assert
// treadle: says "\bstarted\b"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int started;
static atomic_int initialisations;

static void init(void)
{
	if (!started) {
		started = 1;
		atomic_fetch_add(&initialisations, 1);
	}
}

static void *use(void *arg)
{
	init();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, use, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(initialisations == 1);
	return 0;
}
