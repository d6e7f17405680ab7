// Two threads lock in two orders and wait for each other, while main goes on and ends the program.
// treadle: expect deadlock|cycle
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void *one_way(void *arg)
{
	pthread_mutex_lock(&left);
	pthread_mutex_lock(&right);
	pthread_mutex_unlock(&right);
	pthread_mutex_unlock(&left);
	return arg;
}

static void *other_way(void *arg)
{
	pthread_mutex_lock(&right);
	pthread_mutex_lock(&left);
	pthread_mutex_unlock(&left);
	pthread_mutex_unlock(&right);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, one_way, NULL);
	pthread_detach(thread);
	pthread_create(&thread, NULL, other_way, NULL);
	pthread_detach(thread);
	return 0;
}
