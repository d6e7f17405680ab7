/* indexer THREADS: every thread puts four values into one hash table with compare-and-swap and linear probing.  From twelve
 * threads up some of them hash to the same place. */
#include <stdatomic.h>
#include <stdbool.h>

#include "team.h"

enum { CELLS = 128, VALUES = 4, STRIDE = 11 };

static atomic_int table[CELLS];

static bool put(int cell, int value)
{
	int nothing = 0;

	return atomic_compare_exchange_strong(&table[cell], &nothing, value);
}

static void *insert(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 1; i <= VALUES; i++) {
		int value = i * STRIDE + task.self;
		int cell = value * 7 % CELLS;

		while (!put(cell, value))
			cell = (cell + 1) % CELLS;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argument(argc, argv, 1, 12), filled = 0;
	struct team team = { 0 };

	for (int i = 0; i < threads; i++)
		team_start(&team, insert, (union task){ .self = i });
	team_join(&team);
	for (int i = 0; i < CELLS; i++)
		filled += table[i] != 0;
	assert(filled == threads * VALUES);
	return 0;
}
