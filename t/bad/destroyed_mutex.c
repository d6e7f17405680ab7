// The service is shut down while a client is still on its way in.
// treadle: expect bad-primitive
// treadle: says "@late"
// treadle: says "\bservice_lock\b"
// cause: order
// says: ^main destroyed service_lock at .* before client could lock it at
#include <pthread.h>

static pthread_mutex_t service_lock;
static int requests;

static void *client(void *arg)
{
	pthread_mutex_lock(&service_lock); /* @late */
	requests++;
	pthread_mutex_unlock(&service_lock);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_mutex_init(&service_lock, NULL);
	pthread_create(&thread, NULL, client, NULL);
	pthread_mutex_lock(&service_lock);
	requests++;
	pthread_mutex_unlock(&service_lock);
	pthread_mutex_destroy(&service_lock);
	pthread_join(thread, NULL);
	return 0;
}
