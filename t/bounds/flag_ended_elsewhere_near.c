// A function that is not there to be read is given the place of the thread; who knows what it does.
// bounds: unbounded 21
#include <pthread.h>
#include <sys/socket.h>

struct list {
	pthread_t thread;
};

int list_thread_forget(pthread_t *thread);

static struct list the_list;

static void *work(void *arg)
{
	return arg;
}

void serve(void)
{
	for (;;) {
		if (the_list.thread == 0)
			pthread_create(&the_list.thread, NULL, work, &the_list);
		if (accept(3, NULL, NULL) != 5)
			list_thread_forget(&the_list.thread);
	}
}
