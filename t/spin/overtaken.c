// One thread takes a lock once, another again and again: the first may come too late each time.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { ROUNDS = 4 };

static atomic_int lock;
static int count;

static void add(void)
{
	while (atomic_exchange(&lock, 1))
		while (atomic_load(&lock))
			sched_yield();
	count++;
	atomic_store(&lock, 0);
}

static void *add_once(void *arg)
{
	add();
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, add_once, NULL);
	for (int i = 0; i < ROUNDS; i++)
		add();
	pthread_join(thread, NULL);
	assert(count == ROUNDS + 1);
	return 0;
}
