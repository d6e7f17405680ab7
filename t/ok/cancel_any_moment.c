// Asynchronous cancellation: a loop without a cancellation point is left, and who asks for it late, or cancels itself, goes at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag, went_on;

static void *compute(void *arg)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	while (*(volatile long *)arg)
		;
	return NULL;
}

static void *look(void *arg)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	while (!atomic_load(&flag))
		;
	return arg;
}

static void *ask_late(void *arg)
{
	pthread_cancel(pthread_self());
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	atomic_store(&went_on, 1);
	return arg;
}

static void *cancel_itself(void *arg)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	pthread_cancel(pthread_self());
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
	atomic_store(&went_on, 1);
	return arg;
}

int main(void)
{
	void *(*functions[])(void *) = { compute, look, ask_late, cancel_itself };
	pthread_t thread;
	void *result;
	long one = 1;

	for (int i = 0; i < 4; i++) {
		pthread_create(&thread, NULL, functions[i], &one);
		pthread_cancel(thread);
		pthread_join(thread, &result);
		assert(result == PTHREAD_CANCELED);
	}
	assert(!atomic_load(&went_on));
	return 0;
}
