// pthread_once: one initialiser, and nobody goes on before it is finished.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int runs;
static int table[2];

static void init(void)
{
	atomic_fetch_add(&runs, 1);
	table[0] = 1;
	sched_yield();
	table[1] = 1;
}

static void *use(void *arg)
{
	pthread_once(&once, init);
	assert(table[0] == 1 && table[1] == 1);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, use, NULL);
	use(NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(runs == 1);
	return 0;
}
