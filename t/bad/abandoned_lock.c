// A thread ends with a lock held; another one waits for it while a third runs on.
// treadle: expect cycle|deadlock
// treadle: says "waits for lock table held by loader, which has ended"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop, loaded;

static void *loader(void *arg)
{
	pthread_mutex_lock(&table);
	loaded++;
	return arg;
}

static void *user(void *arg)
{
	pthread_mutex_lock(&table);
	loaded--;
	pthread_mutex_unlock(&table);
	return arg;
}

static void *clock_tick(void *arg)
{
	while (!stop)
		usleep(1000);
	return arg;
}

int main(void)
{
	pthread_t a, b, ticker;

	pthread_create(&ticker, NULL, clock_tick, NULL);
	pthread_create(&a, NULL, loader, NULL);
	pthread_join(a, NULL);
	pthread_create(&b, NULL, user, NULL);
	pthread_join(b, NULL);
	stop = 1;
	pthread_join(ticker, NULL);
	return 0;
}
