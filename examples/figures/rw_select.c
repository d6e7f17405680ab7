/* rw_select READERS WRITERS: readers and writers that ask a server, which listens only to what is allowed now.  Every thread
 * reads or writes once. */
#include <treadle/sync.h>

#include "team.h"

static treadle_port_t start_read, end_read, start_write, end_write;

static void *read_once(void *arg)
{
	treadle_port_send(&start_read, NULL);
	treadle_port_send(&end_read, NULL);
	return arg;
}

static void *write_once(void *arg)
{
	treadle_port_send(&start_write, NULL);
	treadle_port_send(&end_write, NULL);
	return arg;
}

static void serve(int requests)
{
	int reading = 0, writing = 0;

	while (requests-- > 0) {
		struct treadle_alternative alternatives[] = {
			{ .port = &start_read, .guard = !writing },
			{ .port = &end_read, .guard = 1 },
			{ .port = &start_write, .guard = !writing && reading == 0 },
			{ .port = &end_write, .guard = 1 },
		};

		switch (treadle_select(alternatives, 4)) {
		case 0: reading++; break;
		case 1: reading--; break;
		case 2: writing = 1; break;
		default: writing = 0; break;
		}
		assert(reading >= 0 && !(reading && writing));
	}
}

int main(int argc, char **argv)
{
	int readers = argument(argc, argv, 1, 1), writers = argument(argc, argv, 2, 1);
	struct team team = { 0 };

	treadle_port_init(&start_read, TREADLE_SYNCHRONOUS);
	treadle_port_init(&end_read, TREADLE_SYNCHRONOUS);
	treadle_port_init(&start_write, TREADLE_SYNCHRONOUS);
	treadle_port_init(&end_write, TREADLE_SYNCHRONOUS);
	for (int i = 0; i < readers; i++)
		team_start(&team, read_once, (union task){ 0 });
	for (int i = 0; i < writers; i++)
		team_start(&team, write_once, (union task){ 0 });
	serve(2 * (readers + writers));
	team_join(&team);
	return 0;
}
