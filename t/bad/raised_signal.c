// A thread that finds something wrong kills the program with a signal that nobody handles.
// treadle: expect crash
// treadle: says "killed by signal"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int balance = 1;

static void *take(void *arg)
{
	if (balance > 0)
		balance--;
	if (balance < 0)
		raise(SIGUSR2);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, take, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
