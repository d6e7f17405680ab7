// The barrier waits for three, the third only comes when it saw work to do.
// treadle: expect deadlock
// treadle: says "\bmeeting\b"
// treadle: says "@wait"
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t meeting;
static atomic_int work;

static void *first(void *arg)
{
	atomic_store(&work, 1);
	pthread_barrier_wait(&meeting); /* @wait */
	return arg;
}

static void *second(void *arg)
{
	pthread_barrier_wait(&meeting);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_barrier_init(&meeting, NULL, 3);
	pthread_create(&a, NULL, first, NULL);
	pthread_create(&b, NULL, second, NULL);
	if (atomic_load(&work))
		pthread_barrier_wait(&meeting);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
