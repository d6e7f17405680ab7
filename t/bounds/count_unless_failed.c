// A general list keeps the clients, and its length is tested.  The function that adds to it says by its result whether it has; the one
// that is called hands that on.  Other lists of the kind are cleared.
// bounds: alive 86
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
	void *data;
};

struct list {
	unsigned length;
	int is_walked;
	struct item head;
};

struct client {
	int connection;
	struct list requests;
};

int next_client(void);
void serve(struct client *client);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct list clients, waiting;
static unsigned most = 16;

static void list_clear(struct list *list)
{
	list->head.next = NULL;
	list->length = 0;
}

static int list_insert(struct list *list, void *data, struct item *before)
{
	struct item *item;

	if (list->is_walked)
		return -1;
	item = malloc(sizeof *item);
	if (!item)
		return -1;
	item->data = data;
	item->next = before->next;
	before->next = item;
	list->length++;
	return 1;
}

static int list_append(struct list *list, void *data)
{
	return list_insert(list, data, &list->head);
}

static void list_remove(struct list *list)
{
	list->length--;
}

static unsigned list_size(const struct list *list)
{
	return list->length;
}

static void *run(void *arg)
{
	serve(arg);
	pthread_mutex_lock(&lock);
	list_remove(&clients);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void end(void)
{
	list_clear(&clients);
	exit(0);
}

void accept_all(void)
{
	pthread_t thread;

	for (;;) {
		struct client *client = malloc(sizeof *client);
		unsigned size;
		int result;

		if (!client || next_client() < 0)
			end();
		list_clear(&waiting);
		list_clear(&client->requests);
		pthread_mutex_lock(&lock);
		size = list_size(&clients);
		if (size >= most)
			goto out;
		result = list_append(&clients, client);
		if (result < 0)
			goto out;
		if (pthread_create(&thread, NULL, run, client))
			list_remove(&clients);
out:
		pthread_mutex_unlock(&lock);
	}
}

void walk(int is_walked)
{
	clients.is_walked = is_walked;
}
