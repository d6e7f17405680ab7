/* lastzero N: thread i makes a[i] one more than a[i-1], while another thread looks for the last zero, from the end. */
#include <stdatomic.h>

#include "team.h"

static atomic_int a[TEAM_MOST];

static void *find_zero(void *arg)
{
	union task task = { .packed = arg };
	int i = task.size;

	while (a[i] != 0)
		i--;
	return NULL;
}

static void *fill(void *arg)
{
	union task task = { .packed = arg };
	int i = task.self;

	a[i] = a[i - 1] + 1;
	return NULL;
}

int main(int argc, char **argv)
{
	int size = argument(argc, argv, 1, 3);
	struct team team = { 0 };

	team_start(&team, find_zero, (union task){ .size = size });
	for (int i = 1; i <= size; i++)
		team_start(&team, fill, (union task){ .self = i });
	team_join(&team);
	assert(a[0] == 0);
	return 0;
}
