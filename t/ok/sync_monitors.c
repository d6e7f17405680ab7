// Monitors of both disciplines, with everything their conditions have.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <treadle/sync.h>

enum { WORKERS = 3 };

/* Signals are handed over, so what the signaller has seen to holds when the signalled thread goes on. */
static treadle_monitor_t slot;
static treadle_condition_t is_free, is_taken;
static int value;

static void put(int new_value)
{
	treadle_monitor_enter(&slot);
	if (value)
		treadle_condition_wait(&is_free);
	assert(value == 0);
	value = new_value;
	treadle_condition_signal(&is_taken);
	treadle_monitor_leave(&slot);
}

static int take(void)
{
	int result;

	treadle_monitor_enter(&slot);
	if (!value)
		treadle_condition_wait(&is_taken);
	assert(value != 0);
	result = value;
	value = 0;
	treadle_condition_signal(&is_free);
	treadle_monitor_leave(&slot);
	return result;
}

/* Signallers go on, so whoever comes back looks again. */
static treadle_monitor_t gate;
static treadle_condition_t opened;
static int is_open, passed;

static void pass(void)
{
	treadle_monitor_enter(&gate);
	while (!is_open)
		treadle_condition_wait(&opened);
	passed++;
	treadle_monitor_leave(&gate);
}

static void open_gate(void)
{
	treadle_monitor_enter(&gate);
	is_open = 1;
	assert(treadle_condition_length(&opened) <= WORKERS);
	treadle_condition_signal_all(&opened);
	assert(treadle_condition_length(&opened) == 0);
	treadle_monitor_leave(&gate);
}

static void *work(void *arg)
{
	put(1);
	pass();
	return arg;
}

int main(void)
{
	pthread_t workers[WORKERS];
	int sum = 0;

	treadle_monitor_init(&slot, TREADLE_SIGNAL_AND_URGENT_WAIT);
	treadle_condition_init(&is_free, &slot);
	treadle_condition_init(&is_taken, &slot);
	treadle_monitor_init(&gate, TREADLE_SIGNAL_AND_CONTINUE);
	treadle_condition_init(&opened, &gate);
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&workers[i], NULL, work, NULL);
	for (int i = 0; i < WORKERS; i++)
		sum += take();
	open_gate();
	for (int i = 0; i < WORKERS; i++)
		pthread_join(workers[i], NULL);
	treadle_condition_destroy(&opened);
	treadle_monitor_destroy(&gate);
	treadle_condition_destroy(&is_taken);
	treadle_condition_destroy(&is_free);
	treadle_monitor_destroy(&slot);
	printf("%d values, %d passed\n", sum, passed);
	return sum == WORKERS && passed == WORKERS ? 0 : 1;
}
