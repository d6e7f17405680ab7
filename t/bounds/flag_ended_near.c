// Whoever clears the field only asks the thread to end, and does not wait for that.
// bounds: unbounded 33
#include <pthread.h>
#include <sys/socket.h>

struct list {
	pthread_t thread;
};

static struct list the_list;

static void *work(void *arg)
{
	return arg;
}

static int end_thread(pthread_t *thread)
{
	if (*thread == 0)
		return 0;
	*thread = 0;
	return 0;
}

static void store(struct list *list)
{
	if (list->thread == 0)
		pthread_create(&list->thread, NULL, work, list);
}

void serve(void)
{
	for (;;) {
		store(&the_list);
		if (accept(3, NULL, NULL) != 5)
			end_thread(&the_list.thread);
	}
}
