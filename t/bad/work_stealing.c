// Owner and thief both take the last task: the owner does not use compare-and-swap.
// treadle: expect assert
// treadle: says "\bbottom\b"
// treadle: says "thief"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom = 2;
static atomic_int runs[2];

static void *thief(void *arg)
{
	int at = atomic_load(&top);

	if (at < atomic_load(&bottom) && atomic_compare_exchange_strong(&top, &at, at + 1))
		assert(atomic_fetch_add(&runs[at], 1) == 0);
	return arg;
}

static void owner(void)
{
	for (int i = 0; i < 2; i++) {
		int at = atomic_load(&bottom) - 1;

		if (at >= atomic_load(&top)) {
			atomic_store(&bottom, at);
			assert(atomic_fetch_add(&runs[at], 1) == 0);
		}
	}
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, thief, NULL);
	owner();
	pthread_join(thread, NULL);
	return 0;
}
