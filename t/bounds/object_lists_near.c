// The same, but it is the list of children that is cleared when the configuration is read anew.
// Nobody knows any more how many there are.
// bounds: unbounded 93
#include <pthread.h>
#include <stdlib.h>

struct list {
	size_t count;
	void **items;
};

struct child {
	pthread_t thread;
	int is_done;
};

struct config {
	size_t most_children;
	struct list *names;
};

int next_client(void);
int is_reload_asked(void);
struct config *read_config(void);

static struct config *config;
static struct list *children;

static struct list *list_new(void)
{
	return calloc(1, sizeof(struct list));
}

static int list_add(struct list *list, void *item)
{
	void **more = realloc(list->items, (list->count + 1) * sizeof *more);
	if (!more)
		return 0;
	list->items = more;
	list->items[list->count++] = item;
	return 1;
}

static void list_remove(struct list *list, size_t i)
{
	list->items[i] = list->items[list->count - 1];
	list->count--;
}

static void list_clear(struct list *list)
{
	list->count = 0;
}

static size_t list_size(struct list *list)
{
	return list->count;
}

static void reload(void)
{
	list_clear(children);
	config = read_config();
	config->names = list_new();
	list_add(config->names, config);
}

static void collect(void)
{
	for (size_t i = 0; i < list_size(children);) {
		struct child *child = children->items[i];
		if (child->is_done) {
			pthread_join(child->thread, NULL);
			list_remove(children, i);
		} else {
			i++;
		}
	}
}

static void *serve(void *arg)
{
	struct child *child = arg;

	child->is_done = 1;
	return NULL;
}

void run(void)
{
	config = read_config();
	children = list_new();
	while (next_client() >= 0) {
		struct child *child;

		collect();
		if (list_size(children) >= config->most_children)
			continue;
		if (is_reload_asked())
			reload();
		child = calloc(1, sizeof *child);
		if (!list_add(children, child))
			continue;
		if (pthread_create(&child->thread, NULL, serve, child) != 0)
			list_remove(children, list_size(children) - 1);
	}
}
