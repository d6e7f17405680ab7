// Two customers see that there is something on the shelf, and both take the last item.
// cause: atomicity
// lines: @look @take
// says: ; (\w+)(#2)? let go of lock in between$
// completions: 10
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { ITEMS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shelf[ITEMS] = { 11, 12, 13 }, count = ITEMS;

static bool is_empty(void)
{
	bool is;

	pthread_mutex_lock(&lock);
	is = count == 0; /* @look */
	pthread_mutex_unlock(&lock);
	return is;
}

static int take(void)
{
	int item;

	pthread_mutex_lock(&lock);
	assert(count > 0);
	item = shelf[--count]; /* @take */
	pthread_mutex_unlock(&lock);
	return item;
}

static void *customer(void *arg)
{
	int *spent = arg;

	while (!is_empty())
		*spent += take();
	return arg;
}

int main(void)
{
	pthread_t a, b;
	int spent[2] = { 0, 0 };

	pthread_create(&a, NULL, customer, &spent[0]);
	pthread_create(&b, NULL, customer, &spent[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(spent[0] + spent[1] == 11 + 12 + 13);
	return 0;
}
