// Listeners are called with the list's lock held, and one of them takes a lock that others hold when they come to the list.
// treadle: expect deadlock|cycle
// treadle: says "\blist_lock\b"
// treadle: says "\bredraw\b"
#include <pthread.h>

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER, screen_lock = PTHREAD_MUTEX_INITIALIZER;
static void (*listeners[2])(void);
static int listener_count, frames;

static void add_listener(void (*listener)(void))
{
	pthread_mutex_lock(&list_lock);
	listeners[listener_count++] = listener;
	pthread_mutex_unlock(&list_lock);
}

static void redraw(void)
{
	pthread_mutex_lock(&screen_lock);
	frames++;
	pthread_mutex_unlock(&screen_lock);
}

static void nothing(void)
{
}

static void *notify(void *arg)
{
	pthread_mutex_lock(&list_lock);
	for (int i = 0; i < listener_count; i++)
		listeners[i]();
	pthread_mutex_unlock(&list_lock);
	return arg;
}

static void *open_window(void *arg)
{
	pthread_mutex_lock(&screen_lock);
	add_listener(nothing);
	frames = 0;
	pthread_mutex_unlock(&screen_lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	add_listener(redraw);
	pthread_create(&a, NULL, notify, NULL);
	pthread_create(&b, NULL, open_window, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
