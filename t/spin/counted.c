/* A loop that gives up after some rounds does not spin, even if what it counts in is nobody else's. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int tries, result;

static void *wait_a_while(void *unused)
{
	while (!flag && ++tries < 6) {
	}
	result = tries;
	return unused;
}

static void *set_flag(void *unused)
{
	flag = 1;
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], NULL, wait_a_while, NULL);
	pthread_create(&threads[1], NULL, set_flag, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
