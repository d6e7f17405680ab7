/* bb_monitor PRODUCERS CONSUMERS SLOTS ITEMS HOW: a bounded buffer that is a monitor.  HOW it signals: 0 the signalled thread goes on
 * at once, 1 the signaller goes on and wakes one, 2 it wakes all.  Every thread puts or takes so many items. */
#include <treadle/sync.h>

#include "team.h"

enum { HAND_OVER, WAKE_ONE, WAKE_ALL };

static treadle_monitor_t buffer;
static treadle_condition_t not_full, not_empty;
static int count, slots, how;

static void wake(treadle_condition_t *condition)
{
	if (how == WAKE_ALL)
		treadle_condition_signal_all(condition);
	else
		treadle_condition_signal(condition);
}

static void *produce(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++) {
		treadle_monitor_enter(&buffer);
		while (count == slots)
			treadle_condition_wait(&not_full);
		count++;
		wake(&not_empty);
		treadle_monitor_leave(&buffer);
	}
	return NULL;
}

static void *consume(void *arg)
{
	union task task = { .packed = arg };

	for (int i = 0; i < task.rounds; i++) {
		treadle_monitor_enter(&buffer);
		while (count == 0)
			treadle_condition_wait(&not_empty);
		count--;
		wake(&not_full);
		treadle_monitor_leave(&buffer);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int producers = argument(argc, argv, 1, 2), consumers = argument(argc, argv, 2, 2);
	union task task = { .rounds = argument(argc, argv, 4, 1) };
	struct team team = { 0 };

	slots = argument(argc, argv, 3, 2);
	how = argument(argc, argv, 5, HAND_OVER);
	treadle_monitor_init(&buffer, how == HAND_OVER ? TREADLE_SIGNAL_AND_URGENT_WAIT : TREADLE_SIGNAL_AND_CONTINUE);
	treadle_condition_init(&not_full, &buffer);
	treadle_condition_init(&not_empty, &buffer);
	for (int i = 0; i < producers; i++)
		team_start(&team, produce, task);
	for (int i = 0; i < consumers; i++)
		team_start(&team, consume, task);
	team_join(&team);
	assert(count == (producers - consumers) * task.rounds);
	return 0;
}
