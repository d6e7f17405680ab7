/* Three threads meet in a library that is loaded while the program runs. */
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>

static int (*call)(void);

static void *work(void *arg)
{
	call();
	return arg;
}

int main(int argc, char **argv)
{
	void *plugin = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW);
	pthread_t threads[3];

	assert(plugin);
	call = (int (*)(void))dlsym(plugin, "call");
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(call() == 4);
	return 0;
}
