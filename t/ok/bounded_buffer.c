// The bounded buffer as it should be: two conditions, `while`, signals under the lock.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { ROOM = 1, ITEMS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int slots[ROOM], count, head, tail;

static void put(int item)
{
	pthread_mutex_lock(&lock);
	while (count == ROOM)
		pthread_cond_wait(&not_full, &lock);
	slots[tail] = item;
	tail = (tail + 1) % ROOM;
	count++;
	pthread_cond_signal(&not_empty);
	pthread_mutex_unlock(&lock);
}

static int get(void)
{
	pthread_mutex_lock(&lock);
	while (count == 0)
		pthread_cond_wait(&not_empty, &lock);
	int item = slots[head];
	head = (head + 1) % ROOM;
	count--;
	pthread_cond_signal(&not_full);
	pthread_mutex_unlock(&lock);
	return item;
}

static void *producer(void *arg)
{
	for (int i = 1; i <= ITEMS; i++)
		put(i);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, producer, NULL);
	for (int i = 1; i <= ITEMS; i++) {
		int item = get();
		assert(item == i);
		printf("item %d\n", item);
	}
	pthread_join(thread, NULL);
	return 0;
}
