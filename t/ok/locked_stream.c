// A stream that threads lock themselves while they write to it with several calls; others write with one.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *stream;
static int pairs; /* the stream's lock is for this as well */

static void *write_pair(void *arg)
{
	(void)arg;
	flockfile(stream);
	fputs("(", stream);
	putc_unlocked(')', stream);
	pairs++;
	funlockfile(stream);
	return NULL;
}

static void *write_if_free(void *arg)
{
	(void)arg;
	if (!ftrylockfile(stream)) {
		fprintf(stream, "%s", "(");
		fputc(')', stream);
		pairs++;
		funlockfile(stream);
	}
	fputs("()", stream);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	char *text;
	size_t size;

	stream = open_memstream(&text, &size);
	pthread_create(&threads[0], NULL, write_pair, NULL);
	pthread_create(&threads[1], NULL, write_if_free, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	fclose(stream);
	assert(pairs >= 1 && size == 2 * ((size_t)pairs + 1));
	for (size_t i = 0; i < size; i += 2)
		assert(!strncmp(text + i, "()", 2));
	free(text);
	return 0;
}
