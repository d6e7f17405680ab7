// Lines go through streams on pipes and on a pair of sockets: whoever reads a line that has not come waits for it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int questions[2], answers[2];

static void *answer(void *arg)
{
	FILE *in = fdopen(questions[0], "r"), *out = fdopen(answers[1], "w");
	char line[32];

	assert(in && out && fileno(in) == questions[0]);
	while (fgets(line, sizeof line, in)) {
		fprintf(out, "%d\n", 2 * atoi(line));
		fflush(out);
	}
	fclose(in);
	fclose(out);
	return arg;
}

int main(void)
{
	pthread_t thread;
	char *line = NULL;
	size_t size = 0;
	int number, sum = 0;

	assert(pipe(questions) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, answers) == 0);
	pthread_create(&thread, NULL, answer, NULL);
	FILE *ask = fdopen(questions[1], "w"), *hear = fdopen(answers[0], "r");
	for (int i = 1; i <= 2; i++) {
		fprintf(ask, "%d\n", i);
		fflush(ask);
		assert(fscanf(hear, "%d", &number) == 1);
		sum += number;
	}
	dprintf(questions[1], "%d\n", 3);
	fclose(ask);
	assert(getline(&line, &size, hear) == 1 && !strcmp(line, "\n"));
	assert(getline(&line, &size, hear) == 2 && !strcmp(line, "6\n"));
	assert(getline(&line, &size, hear) == -1 && feof(hear));
	pthread_join(thread, NULL);
	assert(sum == 6);
	fclose(hear);
	free(line);
	return 0;
}
