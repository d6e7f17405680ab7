// Two threads write to one stream; whoever reads it afterwards takes it for granted in which order.
// treadle: expect assert
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *stream;

static void *write_line(void *line)
{
	fprintf(stream, "%s\n", (const char *)line);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	char line[8];

	stream = fopen("lines", "w+");
	pthread_create(&threads[0], NULL, write_line, "one");
	pthread_create(&threads[1], NULL, write_line, "two");
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	rewind(stream);
	assert(fgets(line, sizeof line, stream));
	assert(!strcmp(line, "one\n"));
	fclose(stream);
	return 0;
}
