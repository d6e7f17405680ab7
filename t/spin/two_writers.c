/* Either of two threads ends the wait, whichever comes first; the other one may come when the loop has gone on already. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int one, other;

static void *set_one(void *argument)
{
	one = 1;
	return argument;
}

static void *set_other(void *argument)
{
	other = 1;
	return argument;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, set_one, NULL);
	pthread_create(&threads[1], NULL, set_other, NULL);
	while (!one && !other) {
	}
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
