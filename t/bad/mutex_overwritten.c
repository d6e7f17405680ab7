// The statistics are reset as a whole, with the mutex in them, which a thread may hold at that moment.
// treadle: expect bad-primitive
// treadle: options --races off
// treadle: says "a mutex was overwritten while it was locked: stats\.lock.*, at count_request \(@unlock\)"
// cause: atomicity
// says: ^reset wrote stats\.lock at .* between count_request's lock at .* and its unlock at
#include <pthread.h>
#include <string.h>

static struct {
	pthread_mutex_t lock;
	int requests;
} stats = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *count_request(void *arg)
{
	pthread_mutex_lock(&stats.lock);
	stats.requests++;
	pthread_mutex_unlock(&stats.lock); /* @unlock */
	return arg;
}

static void *reset(void *arg)
{
	memset(&stats.lock, 0, sizeof stats.lock);
	pthread_mutex_lock(&stats.lock);
	stats.requests = 0;
	pthread_mutex_unlock(&stats.lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, count_request, NULL);
	pthread_create(&b, NULL, reset, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
