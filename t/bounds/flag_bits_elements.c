// Each program of a list that stays as it is has a bit that says whether its thread runs.
// bounds: alive 65
// bounds: bounded 44
#include <pthread.h>
#include <stdlib.h>

#define NORMAL 0x01
#define RUNNING 0x10

struct program {
	struct program *next;
	int flags;
};

static struct program *programs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int next_event(void);

static void add_program(int flags)
{
	struct program *program = calloc(1, sizeof *program);

	if (!program)
		abort();
	program->flags |= flags;
	program->next = programs;
	programs = program;
}

static void *execute(void *arg)
{
	struct program *program = arg;

	next_event();
	pthread_mutex_lock(&lock);
	program->flags &= ~RUNNING;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void execute_all(void)
{
	for (struct program *program = programs; program; program = program->next) {
		pthread_t t;

		if (!(program->flags & NORMAL))
			continue;
		pthread_mutex_lock(&lock);
		if (program->flags & RUNNING) {
			pthread_mutex_unlock(&lock);
			continue;
		}
		program->flags |= RUNNING;
		pthread_mutex_unlock(&lock);
		if (!pthread_create(&t, NULL, execute, program))
			pthread_detach(t);
	}
}

void run(void)
{
	for (int i = 0; i < 5; i++)
		add_program(NORMAL);
	while (next_event())
		execute_all();
}
