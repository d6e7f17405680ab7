/* Either of two threads can end the wait of a third, which then looks again at what it has waited for. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *write_x(void *argument)
{
	x = 1;
	return argument;
}

static void *write_y(void *argument)
{
	y = 2;
	return argument;
}

static void *wait(void *argument)
{
	while (x == 0 && y != 2) {
	}
	if (x == 0)
		x = 1;
	return argument;
}

int main(void)
{
	void *(*bodies[])(void *) = {write_x, write_y, wait};
	pthread_t threads[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, bodies[i], NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
