// Two threads wait for each other for ever while a third ticks on: not everything stands still, yet nothing will come of it.
// treadle: expect cycle
// treadle: never "^deadlock"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_mutex_t disk = PTHREAD_MUTEX_INITIALIZER, net = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop, ticks;

static void *upload(void *arg)
{
	pthread_mutex_lock(&disk);
	pthread_mutex_lock(&net);
	pthread_mutex_unlock(&net);
	pthread_mutex_unlock(&disk);
	return arg;
}

static void *download(void *arg)
{
	pthread_mutex_lock(&net);
	pthread_mutex_lock(&disk);
	pthread_mutex_unlock(&disk);
	pthread_mutex_unlock(&net);
	return arg;
}

static void *clock_tick(void *arg)
{
	while (!atomic_load(&stop)) {
		atomic_fetch_add(&ticks, 1);
		usleep(1000);
	}
	return arg;
}

int main(void)
{
	pthread_t up, down, ticker;

	pthread_create(&ticker, NULL, clock_tick, NULL);
	pthread_create(&up, NULL, upload, NULL);
	pthread_create(&down, NULL, download, NULL);
	pthread_join(up, NULL);
	pthread_join(down, NULL);
	atomic_store(&stop, 1);
	pthread_join(ticker, NULL);
	return 0;
}
