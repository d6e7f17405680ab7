// One thread alone takes two locks in both orders, another takes them one by one.
// treadle: races thread sanitizer reports the lock order, though it takes two threads to a deadlock
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int count, other;

static void *both_ways(void *arg)
{
	pthread_mutex_lock(&left);
	pthread_mutex_lock(&right);
	count++;
	pthread_mutex_unlock(&right);
	pthread_mutex_unlock(&left);
	pthread_mutex_lock(&right);
	pthread_mutex_lock(&left);
	count++;
	pthread_mutex_unlock(&left);
	pthread_mutex_unlock(&right);
	return arg;
}

static void *one_by_one(void *arg)
{
	pthread_mutex_lock(&left);
	count++;
	pthread_mutex_unlock(&left);
	pthread_mutex_lock(&right);
	other++;
	pthread_mutex_unlock(&right);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, both_ways, NULL);
	pthread_create(&b, NULL, one_by_one, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return count != 3;
}
