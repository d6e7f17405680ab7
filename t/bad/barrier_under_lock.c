// One thread waits at the barrier with the lock held that the other needs on its way there.
// treadle: expect deadlock|cycle
// treadle: says "@barrier"
// treadle: says "\bgrid_lock\b"
#include <pthread.h>

static pthread_barrier_t step_done;
static pthread_mutex_t grid_lock = PTHREAD_MUTEX_INITIALIZER;
static int grid;

static void *left_half(void *arg)
{
	pthread_mutex_lock(&grid_lock);
	grid++;
	pthread_barrier_wait(&step_done); /* @barrier */
	pthread_mutex_unlock(&grid_lock);
	return arg;
}

static void *right_half(void *arg)
{
	pthread_mutex_lock(&grid_lock);
	grid++;
	pthread_mutex_unlock(&grid_lock);
	pthread_barrier_wait(&step_done);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_barrier_init(&step_done, NULL, 2);
	pthread_create(&a, NULL, right_half, NULL);
	pthread_create(&b, NULL, left_half, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
