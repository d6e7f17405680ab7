// A function that is fetched from a library by its name is not one of those whose addresses are handed around here.
// bounds: options --calls 3
#include <dlfcn.h>
#include <pthread.h>

int next_order(void);
const char *name_of(int order);
void *serve(void *arg);
void keep(void *function);

static void start(void)
{
	pthread_t thread;

	next_order();
	pthread_create(&thread, NULL, serve, NULL);
}

void tell(void)
{
	keep((void *)start);
}

void run(void)
{
	while (next_order()) {
		void (*function)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, name_of(next_order()));

		function();
	}
}
