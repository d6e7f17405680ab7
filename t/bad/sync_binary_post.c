// A binary semaphore is posted twice where it was taken once: the second post waits for ever.
// treadle: expect deadlock
// treadle: says "waits to post turn, which is 1"
#include <pthread.h>
#include <treadle/sync.h>

static treadle_semaphore_t turn;

static void *take_turn(void *arg)
{
	treadle_semaphore_wait(&turn);
	treadle_semaphore_post(&turn);
	return arg;
}

int main(void)
{
	pthread_t thread;

	treadle_semaphore_init_binary(&turn, 1);
	pthread_create(&thread, NULL, take_turn, NULL);
	treadle_semaphore_wait(&turn);
	treadle_semaphore_post(&turn);
	treadle_semaphore_post(&turn);
	pthread_join(thread, NULL);
	return 0;
}
