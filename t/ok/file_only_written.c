// Threads write to a log that nobody reads, and read what nobody writes: in which order makes no difference to anybody.
// treadle: alone no
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static FILE *all_of_it;
static int fd;

static void *work(void *name)
{
	char text[16];
	FILE *settings = fopen("settings", "r"), *own = fopen("log", "a");

	for (int i = 0; i < 3; i++) {
		fprintf(all_of_it, "%s %d\n", (const char *)name, i);
		fprintf(own, "%s %d\n", (const char *)name, i);
		assert(write(fd, name, 1) == 1);
		printf("%s %d\n", (const char *)name, i);
	}
	assert(fgets(text, sizeof text, settings) && !strcmp(text, "fast\n"));
	fclose(settings);
	fclose(own);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	static const char *const names[] = {"a", "b", "c"}, *const made[] = {"settings", "log", "log_of_all", "bytes"};
	FILE *settings = fopen("settings", "w");

	fputs("fast\n", settings);
	fclose(settings);
	remove("log");
	all_of_it = fopen("log_of_all", "w");
	fd = open("bytes", O_CREAT | O_TRUNC | O_WRONLY, 0600);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, (void *)names[i]);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	fclose(all_of_it);
	close(fd);
	for (int i = 0; i < 4; i++)
		remove(made[i]);
	return 0;
}
