/* bb_select PRODUCERS CONSUMERS SLOTS ITEMS: a bounded buffer that is a server.  A producer sends to `deposit`, a consumer to
 * `withdraw`, and waits until the server takes it; the server listens only to what it can do.  Every thread sends so often. */
#include <treadle/sync.h>

#include "team.h"

static treadle_port_t deposit, withdraw;

static void *produce(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++)
		treadle_port_send(&deposit, NULL);
	return NULL;
}

static void *consume(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++)
		treadle_port_send(&withdraw, NULL);
	return NULL;
}

/* Returns how many items are left. */
static intptr_t serve(int requests, int slots)
{
	int count = 0;

	for (int i = 0; i < requests; i++) {
		struct treadle_alternative alternatives[] = {
			{ .port = &deposit, .guard = count < slots },
			{ .port = &withdraw, .guard = count > 0 },
		};

		count += treadle_select(alternatives, 2) == 0 ? 1 : -1;
		assert(0 <= count && count <= slots);
	}
	return count;
}

int main(int argc, char **argv)
{
	int producers = argument(argc, argv, 1, 2), consumers = argument(argc, argv, 2, 2), slots = argument(argc, argv, 3, 2);
	union task task = { .rounds = argument(argc, argv, 4, 1) };
	struct team team = { 0 };

	treadle_port_init(&deposit, TREADLE_SYNCHRONOUS);
	treadle_port_init(&withdraw, TREADLE_SYNCHRONOUS);
	for (int i = 0; i < producers; i++)
		team_start(&team, produce, task);
	for (int i = 0; i < consumers; i++)
		team_start(&team, consume, task);
	assert(serve((producers + consumers) * task.rounds, slots) == (producers - consumers) * task.rounds);
	team_join(&team);
	return 0;
}
