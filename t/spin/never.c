/* Nobody ever sets the flag. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, other;

static void *wait_for_ever(void *unused)
{
	while (!flag) {
	}
	return unused;
}

static void *set_other(void *unused)
{
	other = 1;
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, wait_for_ever, NULL);
	pthread_create(&threads[1], NULL, set_other, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
