/* It ends badly in every order, or in most, and has a data race and a deadlock besides.  Argument: how it ends. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static char *nowhere;

static void *up(void *arg)
{
	pthread_mutex_lock(&left);
	pthread_mutex_lock(&right);
	pthread_mutex_unlock(&right);
	pthread_mutex_unlock(&left);
	sum++;
	return arg;
}

static void *down(void *arg)
{
	pthread_mutex_lock(&right);
	pthread_mutex_lock(&left);
	pthread_mutex_unlock(&left);
	pthread_mutex_unlock(&right);
	sum--;
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	pthread_create(&a, NULL, up, NULL);
	pthread_create(&b, NULL, down, NULL);
	pthread_join(a, NULL);
	if (argc > 1 && !strcmp(argv[1], "crash"))
		*(volatile char *)nowhere = 1;
	pthread_join(b, NULL);
	if (argc > 1 && !strcmp(argv[1], "abort"))
		abort();
	return argc > 1 && !strcmp(argv[1], "status") ? 5 + sum : 0;
}
