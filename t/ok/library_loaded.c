// A library that an execution loads, and a locale whose data the C library maps, lie at the same addresses in the next one.
// treadle: quiet yes
// treadle: flags -ldl
#include <assert.h>
#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int uses;

static void *use(void *unused)
{
	pthread_mutex_lock(&lock);
	uses++;
	pthread_mutex_unlock(&lock);
	return unused;
}

/* Another address is another execution. */
static void depend_on(uintptr_t address)
{
	for (uintptr_t rest = address >> 12; rest; rest >>= 3)
		if (rest & 1)
			use(NULL);
}

int main(void)
{
	pthread_t thread;
	void *library = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);

	assert(library && setlocale(LC_ALL, "C.UTF-8"));
	depend_on((uintptr_t)dlsym(library, "cos"));
	pthread_create(&thread, NULL, use, NULL);
	use(NULL);
	pthread_join(thread, NULL);
	return 0;
}
