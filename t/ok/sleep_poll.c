// Polling with sleeps, every kind of sleep; takes no real time.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int stage;

static void wait_for(int wanted)
{
	const struct timespec millisecond = { 0, 1000000 };

	for (int i = 0; atomic_load(&stage) < wanted; i++)
		switch (i % 4) {
		case 0:
			usleep(1000);
			break;
		case 1:
			nanosleep(&millisecond, NULL);
			break;
		case 2:
			clock_nanosleep(CLOCK_MONOTONIC, 0, &millisecond, NULL);
			break;
		default:
			sleep(0);
		}
}

static void *worker(void *arg)
{
	atomic_store(&stage, 1);
	wait_for(2);
	atomic_store(&stage, 3);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	wait_for(1);
	atomic_store(&stage, 2);
	wait_for(3);
	pthread_join(thread, NULL);
	return 0;
}
