// Goes wrong for one input of three, and then only in one order.
// treadle: expect assert
// treadle: says "choose"
// treadle: says "a request of size 2"
// treadle: says "room was overbooked"
#include <pthread.h>
#include <treadle/treadle.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int room = 2;

static void *small_request(void *arg)
{
	pthread_mutex_lock(&lock);
	if (room >= 1)
		room -= 1;
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;
	int size = (int)treadle_choose(3);

	if (size == 2)
		treadle_note("a request of size 2");
	pthread_create(&thread, NULL, small_request, NULL);
	pthread_mutex_lock(&lock);
	int fits = room >= size;
	pthread_mutex_unlock(&lock);
	if (fits) {
		pthread_mutex_lock(&lock);
		room -= size;
		treadle_assert(room >= 0, "room was overbooked");
		pthread_mutex_unlock(&lock);
	}
	pthread_join(thread, NULL);
	return 0;
}
