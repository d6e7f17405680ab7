// An iterator goes along a list; the first loop adds to the list, the second begins again, the third does not always go on.
// bounds: unbounded 23
// bounds: unbounded 28
// bounds: unbounded 35
#include <pthread.h>
#include <stdbool.h>

struct list;

struct list_it;
struct list_it *list_begin(struct list *list);
void list_append(struct list *list, int job);
int next_job(void);
void *work(void *arg);
bool list_it_finished(struct list_it *it);
void list_it_next(struct list_it *it);

void run(struct list *list)
{
	struct list_it *it = list_begin(list), *again = list_begin(list), *some = list_begin(list);
	pthread_t t;

	while (!list_it_finished(it)) {
		pthread_create(&t, NULL, work, NULL);
		list_append(list, next_job());
		list_it_next(it);
	}
	while (!list_it_finished(again)) {
		pthread_create(&t, NULL, work, NULL);
		list_it_next(again);
		if (next_job())
			again = list_begin(list);
	}

	while (!list_it_finished(some)) {
		pthread_create(&t, NULL, work, NULL);
		if (next_job())
			list_it_next(some);
	}
}
