// Thread-specific values: each thread its own, destructors run at the end, again if they set a value anew.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static pthread_key_t name, again;
static atomic_int names_destroyed, rounds;

static void destroy_name(void *value)
{
	assert(value != NULL && pthread_getspecific(name) == NULL);
	atomic_fetch_add(&names_destroyed, 1);
}

static void destroy_again(void *value)
{
	atomic_fetch_add(&rounds, 1);
	if ((intptr_t)value > 1)
		pthread_setspecific(again, (void *)((intptr_t)value - 1));
}

static void *work(void *arg)
{
	assert(pthread_getspecific(name) == NULL);
	pthread_setspecific(name, arg);
	pthread_setspecific(again, (void *)2);
	assert(pthread_getspecific(name) == arg);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	int x, y;

	pthread_key_create(&name, destroy_name);
	pthread_key_create(&again, destroy_again);
	pthread_create(&a, NULL, work, &x);
	pthread_create(&b, NULL, work, &y);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(names_destroyed == 2 && rounds == 4);
	pthread_key_delete(name);
	pthread_key_delete(again);
	return 0;
}
