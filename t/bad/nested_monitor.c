// A queue with a lock of its own inside a server with another: whoever waits in the queue keeps the server's lock.
// treadle: expect deadlock|cycle
// treadle: says "@wait"
// treadle: says "\bserver_lock\b"
#include <pthread.h>

static pthread_mutex_t server_lock = PTHREAD_MUTEX_INITIALIZER, queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int count, served;

static void put(void)
{
	pthread_mutex_lock(&queue_lock);
	count++;
	pthread_cond_signal(&not_empty);
	pthread_mutex_unlock(&queue_lock);
}

static void take(void)
{
	pthread_mutex_lock(&queue_lock);
	while (count == 0)
		pthread_cond_wait(&not_empty, &queue_lock); /* @wait */
	count--;
	pthread_mutex_unlock(&queue_lock);
}

static void *serve(void *arg)
{
	pthread_mutex_lock(&server_lock);
	take();
	served++;
	pthread_mutex_unlock(&server_lock);
	return arg;
}

static void *request(void *arg)
{
	pthread_mutex_lock(&server_lock);
	put();
	pthread_mutex_unlock(&server_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, request, NULL);
	pthread_create(&b, NULL, serve, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
