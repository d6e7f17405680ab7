// What is open is shared with a forked child: the flags that it sets and the place that it has read up to are put back for the next one.
// treadle: options --isolate fork
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int program = -1;

__attribute__((constructor)) static void open_program(void)
{
	program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
}

static void *set(void *unused)
{
	fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
	return unused;
}

int main(void)
{
	pthread_t thread;
	char first;

	assert(!(fcntl(0, F_GETFL) & O_NONBLOCK));
	assert(read(program, &first, 1) == 1 && first == 0x7f);
	pthread_create(&thread, NULL, set, NULL);
	pthread_join(thread, NULL);
	return 0;
}
