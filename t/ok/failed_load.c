// A library that is not there, and what dlerror says of it: no call in between makes the thread forget that.
#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int failures;

static void *load(void *unused)
{
	(void)unused;
	assert(!dlopen("libthere-is-none.so", RTLD_NOW));
	assert(!close(open("/dev/null", O_RDONLY)));
	pthread_mutex_lock(&lock);
	failures++;
	pthread_mutex_unlock(&lock);
	const char *why = dlerror();
	assert(why && strstr(why, "libthere-is-none.so"));
	return NULL;
}

int main(void)
{
	pthread_t other;

	assert(!dlerror());
	pthread_create(&other, NULL, load, NULL);
	load(NULL);
	pthread_join(other, NULL);
	assert(failures == 2);
	return 0;
}
