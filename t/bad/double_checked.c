// Double-checked initialisation that says "ready" before it is.
// treadle: expect assert
// treadle: says "config\.port"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool initialised;
static struct {
	int port;
} config;

static int port(void)
{
	if (!atomic_load(&initialised)) {
		pthread_mutex_lock(&lock);
		if (!atomic_load(&initialised)) {
			atomic_store(&initialised, 1);
			config.port = 8080;
		}
		pthread_mutex_unlock(&lock);
	}
	return config.port;
}

static void *connect_to_port(void *arg)
{
	int number = port();

	assert(number == 8080);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, connect_to_port, NULL);
	pthread_create(&b, NULL, connect_to_port, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
