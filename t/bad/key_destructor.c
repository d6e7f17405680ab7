// The destructors of two threads' keys count down a variable without a lock.
// treadle: expect assert
// treadle: says "\balive\b"
// treadle: says "@down"
#include <assert.h>
#include <pthread.h>

static pthread_key_t presence;
static int alive = 2;

static void leave(void *value)
{
	(void)value;
	alive--; /* @down */
}

static void *guest(void *arg)
{
	pthread_setspecific(presence, &alive);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_key_create(&presence, leave);
	pthread_create(&a, NULL, guest, NULL);
	pthread_create(&b, NULL, guest, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(alive == 0);
	return 0;
}
