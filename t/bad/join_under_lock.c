// main waits for a thread with the lock held that the thread needs, if the thread was late.
// treadle: expect deadlock|cycle
// treadle: says "\bstate_lock\b"
// treadle: says "@join"
#include <pthread.h>

static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static int state;

static void *worker(void *arg)
{
	pthread_mutex_lock(&state_lock);
	state++;
	pthread_mutex_unlock(&state_lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	pthread_mutex_lock(&state_lock);
	pthread_join(thread, NULL); /* @join */
	state--;
	pthread_mutex_unlock(&state_lock);
	return 0;
}
