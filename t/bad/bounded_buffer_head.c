// Head and tail are each guarded, by two different locks, and both move the count.
// treadle: expect assert
// treadle: says "ring\.count"
#include <assert.h>
#include <pthread.h>

static struct {
	pthread_mutex_t head_lock, tail_lock;
	int slots[4];
	int head, tail, count;
} ring = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, { 1, 2, 0, 0 }, 0, 2, 2 };

static void *take(void *arg)
{
	pthread_mutex_lock(&ring.head_lock);
	ring.head++;
	ring.count--;
	pthread_mutex_unlock(&ring.head_lock);
	return arg;
}

static void *add(void *arg)
{
	pthread_mutex_lock(&ring.tail_lock);
	ring.slots[ring.tail++] = 3;
	ring.count++;
	pthread_mutex_unlock(&ring.tail_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, take, NULL);
	pthread_create(&b, NULL, add, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(ring.count == ring.tail - ring.head);
	return 0;
}
