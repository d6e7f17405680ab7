// A gate that opens once for all who wait, and for all who come later.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened;
static int is_open, passed;

static void *visitor(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!is_open)
		pthread_cond_wait(&opened, &lock);
	passed++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_condattr_t attributes;
	pthread_t threads[3];

	pthread_condattr_init(&attributes);
	pthread_cond_init(&opened, &attributes);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, visitor, NULL);
	pthread_mutex_lock(&lock);
	is_open = 1;
	pthread_cond_broadcast(&opened);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(passed == 3);
	pthread_cond_destroy(&opened);
	return 0;
}
