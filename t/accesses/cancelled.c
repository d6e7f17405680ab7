/* Cancelled, the thread does not notice before it has looked. */
#include <assert.h>
#include <pthread.h>

static int ready;

static void *look(void *unused)
{
	assert(!ready);
	pthread_testcancel();
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, look, NULL);
	ready = 1;
	pthread_cancel(thread);
	pthread_join(thread, NULL);
	return 0;
}
