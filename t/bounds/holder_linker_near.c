// The linker makes a table of what stands in one section: nobody is seen to put anything into it.
// bounds: unbounded 27
// bounds: bounded 28
#include <pthread.h>

struct command {
	int (*run)(void);
};

int next_event(void);
void *work(void *arg);
extern struct command __start_commands[], __stop_commands[];
static int count;

static int begin(void)
{
	pthread_t t;

	count++;
	return pthread_create(&t, NULL, work, NULL);
}

__attribute__((section("commands"), used)) static struct command begin_command = { begin };

void run(void)
{
	while (next_event())
		for (struct command *command = __start_commands; command < __stop_commands; command++)
			command->run();
}
