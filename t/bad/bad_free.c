// One thread walks along with the pointer that the other one frees.
// treadle: expect bad-free
// treadle: says "@free"
#include <pthread.h>
#include <stdlib.h>

static char *volatile cursor;

static void *walk(void *arg)
{
	char *start = cursor;

	cursor = start + 1;
	cursor = start;
	return arg;
}

int main(void)
{
	pthread_t thread;

	cursor = calloc(1, 16);
	pthread_create(&thread, NULL, walk, NULL);
	free(cursor); /* @free */
	pthread_join(thread, NULL);
	return 0;
}
