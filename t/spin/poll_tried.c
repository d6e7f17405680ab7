/* Somebody tries for the lock under which another one looks: whether it is taken then can be seen, as often as one tries. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_done;

static void *wait_until_done(void *arg)
{
	int seen = 0;
	while (!seen) {
		pthread_mutex_lock(&lock);
		seen = is_done;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static int is_taken(void)
{
	if (pthread_mutex_trylock(&lock) != 0)
		return 1;
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_until_done, NULL);
	int was_taken = is_taken();
	for (int i = 0; was_taken && i < 3; i++)
		was_taken = !is_taken() && is_taken();
	pthread_mutex_lock(&lock);
	is_done = 1;
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return was_taken;
}
