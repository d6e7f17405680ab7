// Stack sizes, guards and names are accepted, and the stack is as large as was asked for, by attributes or for all threads.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

enum { LARGE = 24 << 20, DEFAULT = 16 << 20 };

static void *use_stack(void *arg)
{
	char block[14 << 20];
	char name[16];
	pthread_attr_t own;
	size_t size, guard;
	void *low;

	block[0] = block[sizeof block - 1] = 1;
	assert(pthread_getattr_np(pthread_self(), &own) == 0);
	assert(pthread_attr_getstack(&own, &low, &size) == 0 && pthread_attr_getguardsize(&own, &guard) == 0);
	assert(block > (char *)low && block + sizeof block < (char *)low + size);
	assert(size >= *(size_t *)arg && (guard == 8192 || *(size_t *)arg == DEFAULT)); /* the C library may give it a used one */
	pthread_attr_destroy(&own);
	pthread_setname_np(pthread_self(), "large");
	assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
	assert(strcmp(name, "large") == 0);
	return block[0] == 1 ? arg : NULL;
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
	pthread_getattr_default_np(&attributes);
	pthread_attr_setstacksize(&attributes, size = DEFAULT);
	assert(pthread_setattr_default_np(&attributes) == 0);
	pthread_create(&thread, NULL, use_stack, &size);
	pthread_join(thread, &result);
	assert(result == &size);
	return 0;
}
