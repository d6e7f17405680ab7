// Two locks are taken in two orders, but always with a third one held: nobody can wait for somebody who waits.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t upper_lock = PTHREAD_MUTEX_INITIALIZER, lower_lock = PTHREAD_MUTEX_INITIALIZER;
static int upper = 5, lower;

static void *move_down(void *arg)
{
	pthread_mutex_lock(&gate);
	pthread_mutex_lock(&upper_lock);
	pthread_mutex_lock(&lower_lock);
	upper--;
	lower++;
	pthread_mutex_unlock(&lower_lock);
	pthread_mutex_unlock(&upper_lock);
	pthread_mutex_unlock(&gate);
	return arg;
}

static void *move_up(void *arg)
{
	pthread_mutex_lock(&gate);
	pthread_mutex_lock(&lower_lock);
	pthread_mutex_lock(&upper_lock);
	lower--;
	upper++;
	pthread_mutex_unlock(&upper_lock);
	pthread_mutex_unlock(&lower_lock);
	pthread_mutex_unlock(&gate);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, move_down, NULL);
	pthread_create(&b, NULL, move_up, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(upper == 5 && lower == 0);
	return 0;
}
