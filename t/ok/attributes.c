// Stack sizes, guards and names are accepted, and the stack is as large as was asked for.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

enum { LARGE = 2 << 20 };

static void *use_stack(void *arg)
{
	char block[1 << 20];
	char name[16];

	memset(block, 1, sizeof block);
	pthread_setname_np(pthread_self(), "large");
	assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
	assert(strcmp(name, "large") == 0);
	return block[sizeof block - 1] == 1 ? arg : NULL;
}

int main(void)
{
	pthread_attr_t attributes;
	pthread_t thread;
	size_t size;
	void *result;

	pthread_attr_init(&attributes);
	assert(pthread_attr_setstacksize(&attributes, LARGE) == 0);
	assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == LARGE);
	assert(pthread_attr_setguardsize(&attributes, 8192) == 0);
	pthread_create(&thread, &attributes, use_stack, &size);
	pthread_attr_destroy(&attributes);
	pthread_join(thread, &result);
	assert(result == &size);
	return 0;
}
