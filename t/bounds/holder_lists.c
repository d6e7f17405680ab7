// Two lists have callbacks of the same type in the same field; what is called again and again is never the one that creates.
#include <pthread.h>
#include <stdlib.h>

struct entry {
	struct entry *next;
	void *value;
};

struct list {
	struct entry *head, *tail;
};

struct callback {
	void *run;
};

int next_event(void);
void *work(void *arg);
static struct list *begins, *reads;
static int count;

static struct entry *first_of(struct list *list)
{
	if (!list)
		return NULL;
	return list->head;
}

static void append(struct list *list, struct entry *entry)
{
	entry->next = NULL;
	if (!list->tail)
		list->head = entry;
	else
		list->tail->next = entry;
	list->tail = entry;
}

static void keep(struct list **list, void *run)
{
	struct callback *callback = calloc(1, sizeof *callback);
	struct entry *entry = calloc(1, sizeof *entry);

	if (!*list)
		*list = calloc(1, sizeof **list);
	if (!callback || !entry || !*list)
		abort();
	callback->run = run;
	entry->value = callback;
	append(*list, entry);
}

static void keep_begin(int (*run)(void))
{
	keep(&begins, (void *)run);
}

static void keep_read(int (*run)(void))
{
	keep(&reads, (void *)run);
}

static int begin(void)
{
	pthread_t t;

	count++;
	return pthread_create(&t, NULL, work, NULL);
}

static int read_one(void)
{
	return ++count;
}

void run(void)
{
	keep_begin(begin);
	keep_read(read_one);
	while (next_event()) {
		for (struct entry *entry = first_of(reads); entry; entry = entry->next) {
			struct callback *callback = entry->value;
			int (*function)(void) = callback->run;

			(*function)();
		}
	}
}
