// says: clone: a thread that pthread_create did not make is not controlled
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

enum { STACK = 1 << 16 };

static int count(void *number)
{
	++*(volatile int *)number;
	return 0;
}

int main(void)
{
	static int number;
	char *stack = malloc(STACK);

	clone(count, stack + STACK, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, &number);
	return number > 1;
}
