/* rw_monitor READERS WRITERS HOW: readers and writers in a monitor.  HOW it signals: 0 the signalled thread goes on at once, 1 the
 * signaller goes on; then readers that were let in all at once are counted until they have come back (`coming`), and no writer
 * gets in before them.  Every thread reads or writes once. */
#include <treadle/sync.h>

#include "team.h"

enum { HAND_OVER, CONTINUE };

static treadle_monitor_t monitor;
static treadle_condition_t may_read, may_write;
static int reading, writing, coming;

static void start_read(int how)
{
	treadle_monitor_enter(&monitor);
	if (writing) {
		treadle_condition_wait(&may_read);
		if (how == CONTINUE)
			coming--;
	}
	reading++;
	if (how == HAND_OVER)
		treadle_condition_signal(&may_read);
	treadle_monitor_leave(&monitor);
}

static void end_read(void)
{
	treadle_monitor_enter(&monitor);
	reading--;
	if (reading == 0 && coming == 0)
		treadle_condition_signal(&may_write);
	treadle_monitor_leave(&monitor);
}

static int must_writer_wait(int how)
{
	return reading || writing || (how == CONTINUE && (treadle_condition_length(&may_read) || coming));
}

static void start_write(int how)
{
	treadle_monitor_enter(&monitor);
	while (must_writer_wait(how))
		treadle_condition_wait(&may_write);
	writing = 1;
	treadle_monitor_leave(&monitor);
}

static void wake_readers(int how)
{
	if (how == HAND_OVER) {
		treadle_condition_signal(&may_read);
		return;
	}
	coming = (int)treadle_condition_length(&may_read);
	treadle_condition_signal_all(&may_read);
}

static void end_write(int how)
{
	treadle_monitor_enter(&monitor);
	writing = 0;
	if (treadle_condition_length(&may_read))
		wake_readers(how);
	else
		treadle_condition_signal(&may_write);
	treadle_monitor_leave(&monitor);
}

static void *read_once(void *arg)
{
	union task task = { .packed = arg };

	start_read(task.size);
	end_read();
	return NULL;
}

static void *write_once(void *arg)
{
	union task task = { .packed = arg };

	start_write(task.size);
	end_write(task.size);
	return NULL;
}

int main(int argc, char **argv)
{
	int readers = argument(argc, argv, 1, 1), writers = argument(argc, argv, 2, 1);
	union task task = { .size = argument(argc, argv, 3, HAND_OVER) };
	struct team team = { 0 };

	treadle_monitor_init(&monitor, task.size == HAND_OVER ? TREADLE_SIGNAL_AND_URGENT_WAIT : TREADLE_SIGNAL_AND_CONTINUE);
	treadle_condition_init(&may_read, &monitor);
	treadle_condition_init(&may_write, &monitor);
	for (int i = 0; i < readers; i++)
		team_start(&team, read_once, task);
	for (int i = 0; i < writers; i++)
		team_start(&team, write_once, task);
	team_join(&team);
	assert(!reading && !writing && !coming);
	return 0;
}
