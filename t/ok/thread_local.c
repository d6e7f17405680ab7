// __thread variables start fresh in every thread, and errno belongs to the thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>

static __thread int counter = 5;
static __thread char scratch[64];

static void *work(void *arg)
{
	int mine = (int)(intptr_t)arg;

	assert(counter == 5 && scratch[0] == 0);
	counter = mine;
	scratch[0] = (char)mine;
	errno = mine;
	sched_yield();
	assert(counter == mine && scratch[0] == mine && errno == mine);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, (void *)1);
	pthread_create(&b, NULL, work, (void *)2);
	work((void *)3);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(counter == 3);
	return 0;
}
