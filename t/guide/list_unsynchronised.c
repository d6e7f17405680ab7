/* Each operation of a list takes its lock, but a loop over its items does not.
 *
 * list_unsynchronised SUMMERS ADDERS */
// places: lock:@size, read:@start, read:@has_next, read:@next, other@write:@add, other@read:@next
#include "lists.h"

static struct list numbers = {PTHREAD_MUTEX_INITIALIZER, 0, 3, {1, 2, 3}};

static int list_size(struct list *list)
{
	pthread_mutex_lock(&list->lock); /* @size */
	int count = list->count;
	pthread_mutex_unlock(&list->lock);
	return count;
}

static void *sum(void *unused)
{
	int total = 0;

	if (list_size(&numbers) != 3)
		return unused;
	for (struct cursor cursor = cursor_at_start(&numbers); cursor_has_next(&cursor);)
		total += cursor_next(&cursor);
	return total ? unused : NULL;
}

static void *add(void *unused)
{
	list_add_once(&numbers, 4);
	return unused;
}

int main(int argc, char **argv)
{
	assert(argc == 3);
	run_crew(argv, sum, add);
	return 0;
}
