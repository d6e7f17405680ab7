// The channel is opened again by giving it its first value, while a reader may wait for its condition variable.
// treadle: expect bad-primitive
// treadle: says "a condition variable was overwritten while a thread waited for it: channel\.filled; read_one waits for it with lock, at open_again \(@signal\)"
#include <pthread.h>

struct channel {
	pthread_cond_t filled;
	int messages;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct channel channel = {PTHREAD_COND_INITIALIZER, 0};

static void *read_one(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!channel.messages)
		pthread_cond_wait(&channel.filled, &lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *open_again(void *arg)
{
	pthread_mutex_lock(&lock);
	channel = (struct channel){PTHREAD_COND_INITIALIZER, 1};
	pthread_cond_signal(&channel.filled); /* @signal */
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, read_one, NULL);
	pthread_create(&b, NULL, open_again, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
