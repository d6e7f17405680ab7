/* Each operation of a list takes its lock, and so does the comparison of two lists: that of the first one.  The second
 * one may grow while it is being compared.
 *
 * list_equals COMPARERS ADDERS */
// places: lock:@compare, read:@start, read:@start, read:@has_next, other@write:@add, other@read:@next
#include "lists.h"

static struct list one = {PTHREAD_MUTEX_INITIALIZER, 0, 2, {1, 2}};
static struct list other = {PTHREAD_MUTEX_INITIALIZER, 0, 2, {1, 2}};

static int list_equals(struct list *self, struct list *with)
{
	int is_equal = 1;

	pthread_mutex_lock(&self->lock); /* @compare */
	struct cursor mine = cursor_at_start(self), theirs = cursor_at_start(with);
	while (is_equal && cursor_has_next(&mine) && cursor_has_next(&theirs))
		is_equal = cursor_next(&mine) == cursor_next(&theirs);
	is_equal = is_equal && !cursor_has_next(&mine) && !cursor_has_next(&theirs);
	pthread_mutex_unlock(&self->lock);
	return is_equal;
}

static void *compare(void *unused)
{
	list_equals(&one, &other);
	return unused;
}

static void *add(void *unused)
{
	list_add_once(&other, 3);
	return unused;
}

int main(int argc, char **argv)
{
	assert(argc == 3);
	run_crew(argv, compare, add);
	return 0;
}
