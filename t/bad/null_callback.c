// NULL is called after the thread has left a function with an event in it: the place is the call, and there is a stack.
// treadle: expect crash
// treadle: says "NULL function called, at dispatch \(@call\)"
// treadle: says "stack of main\n.*dispatch .*\n.*main "
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*callback)(void);
static int is_ready;

static void *set(void *arg)
{
	pthread_mutex_lock(&lock);
	is_ready = 1;
	pthread_mutex_unlock(&lock);
	return arg;
}

static int look(void)
{
	int seen;

	pthread_mutex_lock(&lock);
	seen = is_ready;
	pthread_mutex_unlock(&lock);
	return seen;
}

static int dispatch(void)
{
	int seen = look();

	if (seen)
		callback(); /* @call */
	return seen;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, set, NULL);
	int seen = dispatch();
	pthread_join(thread, NULL);
	return seen;
}
