// A command of the first table is put into the second one.
// bounds: unbounded 49
#include <pthread.h>
#include <stddef.h>

struct command {
	const char *name;
	int (*run)(void);
};

int next_event(void);
int next_number(void);
void *work(void *arg);
static int count;

static int begin(void)
{
	pthread_t t;

	count++;
	return pthread_create(&t, NULL, work, NULL);
}

static int stop(void)
{
	return --count;
}

static int look(void)
{
	return ++count;
}

static struct command at_start[] = { { "begin", begin }, { "stop", stop } };
static struct command commands[] = { { "look", look }, { "stop", stop } };

static struct command *find(struct command *table, int number)
{
	if (number < 0 || number > 1)
		return NULL;
	return table + number;
}

void run(void)
{
	find(at_start, 0)->run();
	if (next_event())
		*find(commands, 1) = *find(at_start, 0);
	while (next_event()) {
		struct command *command = find(commands, next_number());

		if (command)
			command->run();
	}
}
