// Six threads come in 720 orders, and in one of them there are ten more.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { FEW = 6, MANY = 10 };

static atomic_int next;
static int place[FEW];

static void *come(void *arg)
{
	int *number = arg;

	place[atomic_fetch_add(&next, 1)] = *number;
	return NULL;
}

static void *idle(void *arg)
{
	return arg;
}

static int is_backwards(void)
{
	for (int i = 0; i < FEW; i++)
		if (place[i] != FEW - 1 - i)
			return 0;
	return 1;
}

int main(void)
{
	pthread_t few[FEW], many[MANY];
	int numbers[FEW];

	for (int i = 0; i < FEW; i++) {
		numbers[i] = i;
		pthread_create(&few[i], NULL, come, &numbers[i]);
	}
	for (int i = 0; i < FEW; i++)
		pthread_join(few[i], NULL);
	for (int i = 0; i < MANY && is_backwards(); i++)
		pthread_create(&many[i], NULL, idle, NULL);
	for (int i = 0; i < MANY && is_backwards(); i++)
		pthread_join(many[i], NULL);
	return 0;
}
