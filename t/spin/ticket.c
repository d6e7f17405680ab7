/* A ticket lock: three threads, of which two wait at a time. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_ticket, served;
static int count;

static void *add(void *unused)
{
	int mine = atomic_fetch_add(&next_ticket, 1);
	while (atomic_load(&served) != mine) {
	}
	count++;
	atomic_fetch_add(&served, 1);
	return unused;
}

int main(void)
{
	pthread_t threads[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, add, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(count == 3);
	return 0;
}
