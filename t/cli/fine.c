/* Two threads and a lock; nothing is wrong.  Checks its arguments and its input if it gets any. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	count++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	char line[64] = "";

	if (argc > 1 && !strcmp(argv[1], "--input"))
		if (!fgets(line, sizeof line, stdin) || strcmp(line, "expected\n"))
			return 3;
	if (argc > 1 && !strcmp(argv[1], "--seed"))
		if (argc != 3 || strcmp(argv[2], "mine"))
			return 4;
	pthread_create(&thread, NULL, add, NULL);
	add(NULL);
	pthread_join(thread, NULL);
	printf("count %d\n", count);
	return 0;
}
