/* philosophers_monitor N: philosophers that pick up and put down their forks in a monitor whose signals hand it over.  A hungry one
 * that cannot eat becomes starving if no neighbour is, and then its neighbours may not begin to eat before it.  Each eats once. */
#include <treadle/sync.h>

#include "team.h"

enum state { THINKING, HUNGRY, STARVING, EATING };

static treadle_monitor_t table;
static treadle_condition_t may_eat[TEAM_MOST];
static enum state states[TEAM_MOST];

static int next_to(int i, int by, int threads)
{
	return (i + by + threads) % threads;
}

static int has_neighbour(int i, int threads, enum state state)
{
	return states[next_to(i, -1, threads)] == state || states[next_to(i, 1, threads)] == state;
}

static int can_eat(int i, int threads)
{
	if ((states[i] != HUNGRY && states[i] != STARVING) || has_neighbour(i, threads, EATING))
		return 0;
	return states[i] == STARVING || !has_neighbour(i, threads, STARVING);
}

static void check_starving(int i, int threads)
{
	if (states[i] == HUNGRY && !has_neighbour(i, threads, STARVING))
		states[i] = STARVING;
}

static void pick_up(int i, int threads)
{
	treadle_monitor_enter(&table);
	states[i] = HUNGRY;
	if (can_eat(i, threads)) {
		states[i] = EATING;
	} else {
		check_starving(i, threads);
		treadle_condition_wait(&may_eat[i]);
	}
	assert(states[i] == EATING && !has_neighbour(i, threads, EATING));
	treadle_monitor_leave(&table);
}

static void let_eat(int i, int threads)
{
	if (can_eat(i, threads)) {
		states[i] = EATING;
		treadle_condition_signal(&may_eat[i]);
	} else {
		check_starving(i, threads);
	}
}

static void put_down(int i, int threads)
{
	treadle_monitor_enter(&table);
	states[i] = THINKING;
	let_eat(next_to(i, -1, threads), threads);
	let_eat(next_to(i, 1, threads), threads);
	treadle_monitor_leave(&table);
}

static void *dine(void *arg)
{
	union task task = { .packed = arg };

	pick_up(task.self, task.threads);
	put_down(task.self, task.threads);
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argument(argc, argv, 1, 3);
	struct team team = { 0 };

	treadle_monitor_init(&table, TREADLE_SIGNAL_AND_URGENT_WAIT);
	for (int i = 0; i < threads; i++)
		treadle_condition_init(&may_eat[i], &table);
	for (int i = 0; i < threads; i++)
		team_start(&team, dine, (union task){ .self = i, .threads = threads });
	team_join(&team);
	return 0;
}
