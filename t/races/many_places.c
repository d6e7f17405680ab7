/* More bytes that two threads share, one by one, than the runtime writes down how they are accessed. */
#include <pthread.h>

static volatile char bytes[80000];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count_up(void *arg)
{
	pthread_mutex_lock(&lock);
	for (unsigned i = 0; i < sizeof bytes; i++)
		bytes[i]++;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, count_up, NULL);
	count_up(NULL);
	pthread_join(thread, NULL);
	return bytes[0] != 2;
}
