/* Peterson's algorithm: the loop reads two variables, and either can end it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int count;

static void *add(void *argument)
{
	int me = (int)(long)argument, other = 1 - me;
	wants[me] = 1;
	turn = other;
	while (wants[other] && turn == other) {
	}
	count++;
	wants[me] = 0;
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, add, (void *)(long)i);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(count == 2);
	return 0;
}
