// A thread whose assumption does not hold is not one that is still blocked when the program ends.
#include <pthread.h>
#include <stdatomic.h>
#include <treadle/treadle.h>

static atomic_int turn;

static void *wait_for_turn(void *arg)
{
	treadle_assume(turn == 1);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, wait_for_turn, NULL);
	turn = 1;
	return 0;
}
