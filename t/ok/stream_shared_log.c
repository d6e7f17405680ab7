// Two threads write lines to one stream on a pipe, a third reads them until it is closed: the stream's lock keeps lines whole.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *in, *out;
static int lines;

static void *read_log(void *arg)
{
	char *line = NULL;
	size_t size = 0;

	while (getline(&line, &size, in) > 0) {
		assert(!strcmp(line, "work a done\n") || !strcmp(line, "work b done\n"));
		lines++;
	}
	free(line);
	return arg;
}

static void *work(void *arg)
{
	fprintf(out, "work %s done\n", (const char *)arg);
	fflush(out);
	return NULL;
}

int main(void)
{
	pthread_t reader, workers[2];
	int ends[2];

	assert(pipe(ends) == 0);
	in = fdopen(ends[0], "r");
	out = fdopen(ends[1], "w");
	pthread_create(&reader, NULL, read_log, NULL);
	pthread_create(&workers[0], NULL, work, "a");
	pthread_create(&workers[1], NULL, work, "b");
	pthread_join(workers[0], NULL);
	pthread_join(workers[1], NULL);
	fclose(out);
	pthread_join(reader, NULL);
	assert(lines == 2);
	fclose(in);
	return 0;
}
