/* fib N: two threads add the other's number to their own, N times each, while main looks at both.  The numbers come to those of
 * Fibonacci at most; a program of the competition on software verification. */
#include <stdatomic.h>

#include "team.h"

static atomic_int i = 1, j = 1;

static void *add_to_i(void *arg)
{
	union task task = { .packed = arg };

	for (int k = 0; k < task.rounds; k++)
		i = i + j;
	return NULL;
}

static void *add_to_j(void *arg)
{
	union task task = { .packed = arg };

	for (int k = 0; k < task.rounds; k++)
		j = j + i;
	return NULL;
}

static int fibonacci(int n)
{
	int last = 0, this = 1;

	for (int k = 1; k < n; k++) {
		int next = last + this;

		last = this;
		this = next;
	}
	return this;
}

int main(int argc, char **argv)
{
	int rounds = argument(argc, argv, 1, 3), most = fibonacci(2 * rounds + 2);
	struct team team = { 0 };

	team_start(&team, add_to_i, (union task){ .rounds = rounds });
	team_start(&team, add_to_j, (union task){ .rounds = rounds });
	assert(i <= most && j <= most);
	team_join(&team);
	return 0;
}
