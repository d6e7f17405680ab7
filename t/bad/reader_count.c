// Readers keep writers out with a count; the first reader announces itself too late.
// treadle: expect assert
// treadle: says "\bpage\b"
// treadle: says "\breaders\b"
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
static int readers;
static long page[2];

static void *writer(void *arg)
{
	pthread_mutex_lock(&count_lock);
	int free_to_write = readers == 0;
	pthread_mutex_unlock(&count_lock);
	if (free_to_write) {
		page[0]++;
		page[1]++;
	}
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, writer, NULL);
	pthread_mutex_lock(&count_lock);
	readers++;
	pthread_mutex_unlock(&count_lock);
	long first = page[0], second = page[1];
	assert(first == second);
	pthread_mutex_lock(&count_lock);
	readers--;
	pthread_mutex_unlock(&count_lock);
	pthread_join(thread, NULL);
	return 0;
}
