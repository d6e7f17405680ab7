/* gives_up THREADS LOOKS: each of the threads looks at most so many times whether a flag is set, which another thread does. */
#include <stdatomic.h>

#include "team.h"

static atomic_int flag;

static void *look(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.size; i++)
		if (flag)
			break;
	return NULL;
}

static void *set(void *arg)
{
	flag = 1;
	return arg;
}

int main(int argc, char **argv)
{
	int threads = argument(argc, argv, 1, 1), looks = argument(argc, argv, 2, 20);
	struct team team = { 0 };

	for (int i = 0; i < threads; i++)
		team_start(&team, look, (union task){ .size = (uint16_t)looks });
	team_start(&team, set, (union task){ 0 });
	team_join(&team);
	return 0;
}
