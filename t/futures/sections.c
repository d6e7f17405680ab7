// Two variables are written together under a lock, so the last reader sees both from one thread.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *first(void *arg)
{
	pthread_mutex_lock(&lock);
	a = 1; /* @a1 */
	b = 1; /* @b1 */
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *second(void *arg)
{
	int z = 0, seen;

	pthread_mutex_lock(&lock);
	a = 2; /* @a2 */
	b = 2; /* @b2 */
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	seen = a; /* @read_a */
	if (seen == 1)
		z = b; /* @read_b */
	printf("%d%d\n", seen, z);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, first, NULL);
	pthread_create(&threads[1], NULL, second, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
