/* port SENDERS MESSAGES CAPACITY: every thread sends so many messages to one port, which holds so many (0: any number); main receives
 * them all. */
#include <treadle/sync.h>

#include "team.h"

static treadle_port_t port;

static void *send(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 1; i <= task.rounds; i++)
		treadle_port_send(&port, (void *)(intptr_t)i);
	return NULL;
}

int main(int argc, char **argv)
{
	int senders = argument(argc, argv, 1, 2), capacity = argument(argc, argv, 3, 0);
	union task task = { .rounds = argument(argc, argv, 2, 1) };
	struct team team = { 0 };
	intptr_t sum = 0;

	treadle_port_init(&port, capacity ? (unsigned long)capacity : TREADLE_UNBOUNDED);
	for (int i = 0; i < senders; i++)
		team_start(&team, send, task);
	for (int i = 0; i < senders * task.rounds; i++)
		sum += (intptr_t)treadle_port_receive(&port);
	assert(sum == senders * task.rounds * (task.rounds + 1) / 2);
	team_join(&team);
	return 0;
}
