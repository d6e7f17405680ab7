/* message_passing TESTS: one thread writes data and then sets a flag; the other tests the flag at most so many times, and reads
 * the data once it is set. */
#include <stdatomic.h>

#include "team.h"

static int data;
static atomic_int flag;

static void *send(void *arg)
{
	data = 42;
	flag = 1;
	return arg;
}

static void *receive(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++) {
		if (flag) {
			assert(data == 42);
			break;
		}
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int tests = argument(argc, argv, 1, 1);
	struct team team = { 0 };

	team_start(&team, send, (union task){ 0 });
	team_start(&team, receive, (union task){ .rounds = tests });
	team_join(&team);
	return 0;
}
