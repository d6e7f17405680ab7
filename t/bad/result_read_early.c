// A thread looks at what another one has returned, which main gets when it joins that one, and only then writes where the result is to be
// read.
// treadle: expect assert
// treadle: says "@wrong"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static void *result;
static atomic_int is_joined;

static void *give(void *arg)
{
	return arg;
}

static void *look(void *arg)
{
	if (atomic_load(&is_joined))
		assert(result); /* @wrong */
	return arg;
}

int main(void)
{
	pthread_t giver, looker;

	pthread_create(&giver, NULL, give, &result);
	pthread_create(&looker, NULL, look, NULL);
	atomic_store(&is_joined, 1);
	pthread_join(giver, &result);
	pthread_join(looker, NULL);
	return 0;
}
