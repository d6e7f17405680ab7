/* Asks for memory in every way there is.  Argument: "checks", and it goes on without; a number, and it asks for so many gigabytes. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int checks;
static char *volatile kept;

static void use(char *memory)
{
	if (!checks || memory)
		memory[0] = 1;
}

static void *work(void *arg)
{
	char *first = malloc(16), *second;

	use(first);
	second = realloc(first, 64);
	use(second);
	free(second ? second : first);
	return arg;
}

int main(int argc, char **argv)
{
	unsigned long long gigabytes = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
	pthread_t thread;
	void *aligned = NULL;

	checks = argc > 1;
	if (gigabytes) {
		kept = malloc(gigabytes << 30);
		return kept ? 0 : 3;
	}
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	if (posix_memalign(&aligned, 64, 64) == 0)
		use(aligned);
	free(aligned);
	return 0;
}
