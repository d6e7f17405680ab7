// A loop writes two variables again and again; with an argument the loop holds the lock that the reader takes.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_locked, a = 1, b = 1;

static void *grow(void *arg)
{
	if (is_locked)
		pthread_mutex_lock(&lock);
	for (int i = 0; i < 3; i++) {
		b = a + b; /* @write_b */
		a = a * 2; /* @write_a */
	}
	if (is_locked)
		pthread_mutex_unlock(&lock);
	return arg;
}

static void *look(void *arg)
{
	int x, y;

	if (is_locked)
		pthread_mutex_lock(&lock);
	x = a; /* @look_a */
	y = b; /* @look_b */
	if (is_locked)
		pthread_mutex_unlock(&lock);
	printf("%d %d\n", x, y);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];

	(void)argv;
	is_locked = argc > 1;
	pthread_create(&threads[0], NULL, grow, NULL);
	pthread_create(&threads[1], NULL, look, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
