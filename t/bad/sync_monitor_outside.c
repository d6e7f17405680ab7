// A condition is signalled by a thread that has left the monitor.
// treadle: expect not-owner
// treadle: says "signals in a monitor that the thread is not in: gate"
// treadle: says "@signal"
#include <pthread.h>
#include <treadle/sync.h>

static treadle_monitor_t gate;
static treadle_condition_t open;
static int is_open;

static void *open_gate(void *arg)
{
	treadle_monitor_enter(&gate);
	is_open = 1;
	treadle_monitor_leave(&gate);
	treadle_condition_signal(&open); /* @signal */
	return arg;
}

int main(void)
{
	pthread_t porter;

	treadle_monitor_init(&gate, TREADLE_SIGNAL_AND_CONTINUE);
	treadle_condition_init(&open, &gate);
	pthread_create(&porter, NULL, open_gate, NULL);
	treadle_monitor_enter(&gate);
	while (!is_open)
		treadle_condition_wait(&open);
	treadle_monitor_leave(&gate);
	pthread_join(porter, NULL);
	return 0;
}
