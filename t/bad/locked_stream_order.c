// Two streams, each locked while something is written to the other one.
// treadle: expect deadlock|cycle
// treadle: says "\bcopy\b"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *streams[2];

static void *copy(void *arg)
{
	FILE **from = arg, *to = from == &streams[0] ? streams[1] : streams[0];

	flockfile(*from);
	fputs("text", to);
	funlockfile(*from);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	static char *text[2];
	static size_t size[2];

	for (int i = 0; i < 2; i++)
		streams[i] = open_memstream(&text[i], &size[i]);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, copy, &streams[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 2; i++)
		fclose(streams[i]);
	return 0;
}
