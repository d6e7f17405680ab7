// Nothing is read from the pipe before the next thread is created, so that those before may not have begun.
// bounds: unbounded 70
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { RUNNING, AT_END };

struct job {
	int out;
};

static struct job job;
static int state = AT_END;
static int is_buffered;
static int plain;
static FILE *buffered;

int next_byte(void);
int is_stream(void);

static void *copy(void *arg)
{
	struct job *mine = arg;
	int out = mine->out;
	char byte = 0;

	state = RUNNING;
	while (next_byte() > 0)
		write(out, &byte, 1);
	close(out);
	state = AT_END;
	return NULL;
}

static int take(void)
{
	char byte;

	if (is_buffered)
		return fread(&byte, 1, 1, buffered) == 1;
	else
		return read(plain, &byte, 1) == 1;
}

static int begin(void)
{
	pthread_t t;
	int ends[2];

	is_buffered = is_stream();
	if (pipe(ends) < 0)
		return 0;
	job.out = ends[1];
	if (pthread_create(&t, NULL, copy, &job)) {
		close(ends[0]);
		return 0;
	}
	if (is_buffered)
		buffered = fdopen(ends[0], "r");
	else
		plain = ends[0];
	return 1;
}

void run(void)
{
	int total = 0;

	for (;;) {
		if (state == AT_END)
			total += begin();
		else
			total += take();
	}
}
