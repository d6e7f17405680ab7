// A library's worker waits for more work when the program ends; nobody ever joins it, and nobody needs to.
// treadle: options --daemons
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int asked, done;

static void *worker(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	for (;;) {
		while (done == asked)
			pthread_cond_wait(&changed, &lock);
		done++;
		pthread_cond_broadcast(&changed);
	}
	return NULL;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	asked++;
	pthread_cond_broadcast(&changed);
	while (done < asked)
		pthread_cond_wait(&changed, &lock);
	assert(done == 1);
	pthread_mutex_unlock(&lock);
	return 0;
}
