// Clearing a pair of characters at once takes the neighbour's along, which has a lock of its own.
// treadle: expect race
// treadle: says "\bpair\b"
// treadle: says "\bclear_both\b"
// treadle: says "\bset_right\b"
#include <pthread.h>
#include <string.h>

static struct {
	char left, right;
} pair;
static pthread_mutex_t left_lock = PTHREAD_MUTEX_INITIALIZER, right_lock = PTHREAD_MUTEX_INITIALIZER;

static void *clear_both(void *arg)
{
	pthread_mutex_lock(&left_lock);
	memset(&pair, 0, sizeof pair);
	pthread_mutex_unlock(&left_lock);
	return arg;
}

static void *set_right(void *arg)
{
	pthread_mutex_lock(&right_lock);
	pair.right = 1;
	pthread_mutex_unlock(&right_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, clear_both, NULL);
	pthread_create(&b, NULL, set_right, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
