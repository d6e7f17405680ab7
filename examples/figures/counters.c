/* counters ROUNDS: four threads add to a counter in each round, and nobody looks at the sums they get.  Then one of them sets a
 * flag, and another one notes whether it came before or after that. */
#include <stdatomic.h>

#include "team.h"

static atomic_int counter, flag;
static int came_before, came_after;

static void *count(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++)
		atomic_fetch_add(&counter, 1);
	return NULL;
}

static void *count_and_set(void *arg)
{
	count(arg);
	flag = 1;
	return NULL;
}

static void *count_and_test(void *arg)
{
	count(arg);
	if (flag)
		came_after = 1;
	else
		came_before = 1;
	return NULL;
}

int main(int argc, char **argv)
{
	union task task = { .rounds = argument(argc, argv, 1, 2) };
	struct team team = { 0 };

	team_start(&team, count, task);
	team_start(&team, count, task);
	team_start(&team, count_and_set, task);
	team_start(&team, count_and_test, task);
	team_join(&team);
	assert(counter == 4 * task.rounds && came_before + came_after == 1);
	return 0;
}
