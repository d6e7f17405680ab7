// The signal is lost if it comes before the wait: the waiter does not look whether it is needed any more.
// treadle: expect deadlock
// treadle: says "waits for a signal on arrived"
#include <pthread.h>
#include <treadle/sync.h>

static treadle_monitor_t door;
static treadle_condition_t arrived;

static void *arrive(void *arg)
{
	treadle_monitor_enter(&door);
	treadle_condition_signal(&arrived);
	treadle_monitor_leave(&door);
	return arg;
}

int main(void)
{
	pthread_t guest;

	treadle_monitor_init(&door, TREADLE_SIGNAL_AND_CONTINUE);
	treadle_condition_init(&arrived, &door);
	pthread_create(&guest, NULL, arrive, NULL);
	treadle_monitor_enter(&door);
	treadle_condition_wait(&arrived);
	treadle_monitor_leave(&door);
	pthread_join(guest, NULL);
	return 0;
}
