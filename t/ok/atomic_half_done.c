// An assumption that fails in the middle of an atomic stretch: nobody ever sees what it has done so far.
// treadle: plain no
// treadle: alone no
// treadle: races plain accesses are made atomic by the names
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int half, stop;

void assume_abort_if_not(int condition)
{
	if (!condition)
		abort();
}

void __VERIFIER_atomic_work(void)
{
	half = 1;
	assume_abort_if_not(!stop);
	half = 0;
}

void __VERIFIER_atomic_stop(void)
{
	stop = 1;
}

void __VERIFIER_atomic_look(void)
{
	assert(!half);
}

static void *work(void *arg)
{
	__VERIFIER_atomic_work();
	return arg;
}

static void *look(void *arg)
{
	__VERIFIER_atomic_stop();
	__VERIFIER_atomic_look();
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, work, NULL);
	pthread_create(&threads[1], NULL, look, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
