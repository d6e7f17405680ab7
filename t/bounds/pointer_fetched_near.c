// A function is fetched from a library, or is the one that creates.
// bounds: unbounded 26
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
		void (*function)(void) = next_order() > 3 ? (void (*)(void))dlsym(RTLD_DEFAULT, "run") : start;

		function();
	}
}
