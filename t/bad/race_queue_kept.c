// An item is put into a locked queue, and then still touched by the one who has put it there.
// treadle: expect race
// treadle: says "\bproduce\b"
// treadle: says "\bconsume\b"
// treadle: says "\bitems\b"
#include <pthread.h>

struct item {
	struct item *next;
	int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item items[2], *queue;

static void *produce(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		items[i].next = queue;
		queue = &items[i];
		pthread_mutex_unlock(&lock);
		items[i].value = i + 1;
	}
	return arg;
}

static void *consume(void *arg)
{
	pthread_mutex_lock(&lock);
	struct item *item = queue;
	if (item)
		queue = item->next;
	pthread_mutex_unlock(&lock);
	return item && item->value > 1 ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, produce, NULL);
	pthread_create(&b, NULL, consume, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
