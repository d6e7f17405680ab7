// The monitor is destroyed while a thread still wants to enter it.
// treadle: expect bad-primitive
// treadle: says "monitor"
#include <pthread.h>
#include <treadle/sync.h>

static treadle_monitor_t room;

static void *visit(void *arg)
{
	treadle_monitor_enter(&room);
	treadle_monitor_leave(&room);
	return arg;
}

int main(void)
{
	pthread_t visitor;

	treadle_monitor_init(&room, TREADLE_SIGNAL_AND_CONTINUE);
	pthread_create(&visitor, NULL, visit, NULL);
	treadle_monitor_enter(&room);
	treadle_monitor_leave(&room);
	treadle_monitor_destroy(&room);
	pthread_join(visitor, NULL);
	return 0;
}
