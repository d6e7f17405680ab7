/* What it does depends on a file that counts its executions, so that one of them is like no other.  Arguments: what happens then ("race",
 * "assert"), and in which. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int shared, done, is_time;

static int count_executions(void)
{
	int count = 0;
	FILE *file = fopen("count", "a+");

	if (!file)
		return 0;
	rewind(file);
	while (fgetc(file) != EOF)
		count++;
	fputc('.', file);
	fclose(file);
	return count;
}

static void touch(void)
{
	shared++; /* @touch */
}

static void *work(void *arg)
{
	touch();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	(void)argc;
	is_time = count_executions() == atoi(argv[2]);
	pthread_create(&thread, NULL, work, NULL);
	if (!is_time || strcmp(argv[1], "race"))
		pthread_join(thread, NULL);
	else
		done = 1;
	shared++; /* @main */
	if (done)
		pthread_join(thread, NULL);
	assert(!is_time || strcmp(argv[1], "assert"));
	return 0;
}
