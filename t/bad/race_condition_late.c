// The flag is under the lock, but what it announces is written when the lock is free again.
// treadle: expect race
// treadle: says "\baddress\b"
// treadle: says "\bbind_server\b"
// treadle: says "\bconnect_client\b"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_bound, address;

static void *bind_server(void *arg)
{
	pthread_mutex_lock(&lock);
	is_bound = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	address = 127;
	return arg;
}

static void *connect_client(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!is_bound)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	return address == 127 ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, bind_server, NULL);
	pthread_create(&b, NULL, connect_client, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
