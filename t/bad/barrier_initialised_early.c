// The thread that leaves the barrier first prepares it for the next phase, while the other one is still on its way out.
// treadle: expect bad-primitive
// treadle: says "a barrier is initialised while a thread has still to leave it: phase_end, at work \(@init\)"
#include <pthread.h>

static pthread_barrier_t phase_end;

static void *work(void *arg)
{
	if (pthread_barrier_wait(&phase_end) == PTHREAD_BARRIER_SERIAL_THREAD)
		pthread_barrier_init(&phase_end, NULL, 2); /* @init */
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_barrier_init(&phase_end, NULL, 2);
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
