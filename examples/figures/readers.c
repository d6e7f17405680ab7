/* readers N: one thread writes x, N threads read it. */
#include <stdatomic.h>

#include "team.h"

static atomic_int x;

static void *write_it(void *arg)
{
	x = 1;
	return arg;
}

static void *read_it(void *arg)
{
	(void)arg;
	return (void *)(intptr_t)x;
}

int main(int argc, char **argv)
{
	int readers = argument(argc, argv, 1, 3);
	struct team team = { 0 };

	team_start(&team, write_it, (union task){ 0 });
	for (int i = 0; i < readers; i++)
		team_start(&team, read_it, (union task){ 0 });
	assert(team_join(&team) <= readers);
	return 0;
}
