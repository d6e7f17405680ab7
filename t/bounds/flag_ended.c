// Whoever clears the field has waited for the thread that it tells of, in a function that is given its place.
// bounds: alive 34
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
	pthread_join(*thread, NULL);
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
