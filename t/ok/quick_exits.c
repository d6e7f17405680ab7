// quick_exit runs its own handlers and not those of exit; _exit runs none.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void wrong(void)
{
	_exit(8);
}

static void right(void)
{
	_exit(0);
}

static void *work(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t thread;

	atexit(wrong);
	at_quick_exit(right);
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	quick_exit(7);
}
