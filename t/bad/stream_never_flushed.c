// The line stays in the stream's buffer, and the other thread waits for it for ever.
// treadle: expect deadlock
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *in, *out;

static void *hear(void *arg)
{
	char line[32];

	return fgets(line, sizeof line, in) ? arg : NULL;
}

int main(void)
{
	int ends[2];
	pthread_t thread;

	if (pipe(ends))
		return 0;
	in = fdopen(ends[0], "r");
	out = fdopen(ends[1], "w");
	pthread_create(&thread, NULL, hear, NULL);
	fprintf(out, "line\n");
	pthread_join(thread, NULL);
	return 0;
}
