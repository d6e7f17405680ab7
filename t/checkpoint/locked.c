// Three threads add under a lock, in two sections each; with an argument, also without one, and with two, in eight sections.
#include <pthread.h>

static int sum[8], sections = 2, unlocked, is_racy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused)
{
	for (int i = 0; i < sections; i++) {
		pthread_mutex_lock(&lock);
		sum[i]++;
		pthread_mutex_unlock(&lock);
	}
	if (is_racy)
		unlocked++;
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t threads[3];

	(void)argv;
	is_racy = argc > 1;
	sections = argc > 2 ? 8 : 2;
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, add, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
