// The pointer is consumed, and only what it points to is read: it was made before the pointer was released.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct route {
	int hops;
	char target[8];
};

static struct route *_Atomic best;

static void *find_route(void *arg)
{
	struct route *route = malloc(sizeof *route);

	route->hops = 2;
	route->target[0] = 'x';
	atomic_store_explicit(&best, route, memory_order_release);
	return arg;
}

static void *follow_route(void *arg)
{
	struct route *route = atomic_load_explicit(&best, memory_order_consume);

	if (route)
		assert(route->hops == 2 && route->target[0] == 'x');
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, find_route, NULL);
	pthread_create(&b, NULL, follow_route, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(best);
	return 0;
}
