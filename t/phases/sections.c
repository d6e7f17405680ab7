/* So many threads, each with so many critical sections on one mutex. */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds, sum;

static void *work(void *unused)
{
	for (int i = 0; i < rounds; i++) {
		pthread_mutex_lock(&lock);
		sum++;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

int main(int argc, char **argv)
{
	int count = argc > 2 ? atoi(argv[1]) : 2;
	pthread_t threads[MOST];

	if (count > MOST)
		return 1;
	rounds = argc > 2 ? atoi(argv[2]) : 1;
	for (int i = 0; i < count; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	return sum != count * rounds;
}
