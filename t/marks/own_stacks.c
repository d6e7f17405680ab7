/* A thread that goes to a stack of its own making and back: where its first stack is in use cannot be told then. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 65536, ROUNDS = 2 };

static atomic_int x, y;
static _Thread_local ucontext_t thread, routine;

static void add_to_x(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		x = x + y;
		swapcontext(&routine, &thread);
	}
}

static void *run_routine(void *arg)
{
	char *stack = malloc(STACK);

	getcontext(&routine);
	routine.uc_stack = (stack_t){ .ss_sp = stack, .ss_size = STACK };
	routine.uc_link = &thread;
	makecontext(&routine, add_to_x, 0);
	for (int i = 0; i <= ROUNDS; i++)
		swapcontext(&thread, &routine);
	free(stack);
	return arg;
}

static void *add_to_y(void *arg)
{
	for (int i = 0; i < ROUNDS; i++)
		y = y + x;
	return arg;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, run_routine, NULL);
	pthread_create(&threads[1], NULL, add_to_y, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
