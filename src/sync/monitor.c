/* Monitors on POSIX threads.
 *
 * `lock` guards the monitor's own state for an instant; being inside is `is_held`.  So a thread inside can be handed
 * over the monitor without another one coming between: is_held simply stays.  A thread that waits for a signal, or to
 * come back as a signaller, has a waiter on its stack, in a queue, with a condition of its own. */
#include "misuse.h"
#include "wait.h"
#include "wire/sync.h"

struct treadle_waiter {
	pthread_cond_t go;
	int may_go;
	struct treadle_waiter *next;
};

static void append(struct treadle_waiter **queue, struct treadle_waiter *waiter)
{
	while (*queue)
		queue = &(*queue)->next;
	*queue = waiter;
}

/* The first of the queue may go; 0 if there is none. */
static int let_go(struct treadle_waiter **queue)
{
	struct treadle_waiter *first = *queue;

	if (!first)
		return 0;
	*queue = first->next;
	first->may_go = 1;
	pthread_cond_signal(&first->go);
	return 1;
}

static void wait_in(struct treadle_waiter **queue, treadle_monitor_t *monitor, void (*release)(treadle_monitor_t *))
{
	struct treadle_waiter self = { .go = PTHREAD_COND_INITIALIZER };

	append(queue, &self);
	if (release)
		release(monitor);
	while (!self.may_go)
		wait_for(&self.go, &monitor->lock);
	pthread_cond_destroy(&self.go);
}

static void take(treadle_monitor_t *monitor)
{
	while (monitor->is_held)
		wait_for(&monitor->entry, &monitor->lock);
	monitor->is_held = 1;
	monitor->holder = pthread_self();
}

/* To a signaller that waits to come back, or to the thread that enters next. */
static void release(treadle_monitor_t *monitor)
{
	if (let_go(&monitor->urgent))
		return;
	monitor->is_held = 0;
	pthread_cond_signal(&monitor->entry);
}

static void lock_inside(treadle_monitor_t *monitor)
{
	expect(monitor && monitor->discipline, "a monitor is used that is not initialised");
	pthread_mutex_lock(&monitor->lock);
	expect(monitor->is_held && pthread_equal(monitor->holder, pthread_self()), "a thread uses a monitor that it is not in");
}

static void init(treadle_monitor_t *monitor, unsigned long discipline)
{
	*monitor = (treadle_monitor_t){ .discipline = discipline };
	pthread_mutex_init(&monitor->lock, NULL);
	pthread_cond_init(&monitor->entry, NULL);
}

static void destroy(treadle_monitor_t *monitor)
{
	expect(monitor->discipline && !monitor->is_held, "a monitor is destroyed that is in use or not initialised");
	monitor->discipline = 0;
	pthread_cond_destroy(&monitor->entry);
	pthread_mutex_destroy(&monitor->lock);
}

static void enter(treadle_monitor_t *monitor)
{
	expect(monitor->discipline != 0, "a monitor is entered that is not initialised");
	pthread_mutex_lock(&monitor->lock);
	take(monitor);
	pthread_mutex_unlock(&monitor->lock);
}

static void leave(treadle_monitor_t *monitor)
{
	lock_inside(monitor);
	release(monitor);
	pthread_mutex_unlock(&monitor->lock);
}

static int continues(const treadle_monitor_t *monitor)
{
	return monitor->discipline == TREADLE_SIGNAL_AND_CONTINUE;
}

static void wait(treadle_condition_t *condition)
{
	treadle_monitor_t *monitor = condition->monitor;

	lock_inside(monitor);
	wait_in(&condition->waiting, monitor, release);
	if (continues(monitor))
		take(monitor);
	monitor->holder = pthread_self();
	pthread_mutex_unlock(&monitor->lock);
}

static void signal(treadle_condition_t *condition)
{
	treadle_monitor_t *monitor = condition->monitor;

	lock_inside(monitor);
	if (let_go(&condition->waiting) && !continues(monitor)) {
		wait_in(&monitor->urgent, monitor, NULL);
		monitor->holder = pthread_self();
	}
	pthread_mutex_unlock(&monitor->lock);
}

static void signal_all(treadle_condition_t *condition)
{
	lock_inside(condition->monitor);
	expect(continues(condition->monitor), "signal_all in a monitor whose signallers do not continue");
	while (let_go(&condition->waiting))
		;
	pthread_mutex_unlock(&condition->monitor->lock);
}

static unsigned length(treadle_condition_t *condition)
{
	unsigned count = 0;

	lock_inside(condition->monitor);
	for (const struct treadle_waiter *waiter = condition->waiting; waiter; waiter = waiter->next)
		count++;
	pthread_mutex_unlock(&condition->monitor->lock);
	return count;
}

void treadle_monitor_init(treadle_monitor_t *monitor, enum treadle_discipline discipline)
{
	expect(discipline == TREADLE_SIGNAL_AND_CONTINUE || discipline == TREADLE_SIGNAL_AND_URGENT_WAIT,
	       "a monitor is initialised with a discipline that there is not");
	return td_is_controlled() ? treadle_rt_monitor_init(monitor, discipline) : init(monitor, discipline);
}

void treadle_monitor_destroy(treadle_monitor_t *monitor)
{
	return td_is_controlled() ? treadle_rt_monitor_destroy(monitor) : destroy(monitor);
}

void treadle_monitor_enter(treadle_monitor_t *monitor)
{
	return td_is_controlled() ? treadle_rt_monitor_enter(monitor) : enter(monitor);
}

void treadle_monitor_leave(treadle_monitor_t *monitor)
{
	return td_is_controlled() ? treadle_rt_monitor_leave(monitor) : leave(monitor);
}

void treadle_condition_init(treadle_condition_t *condition, treadle_monitor_t *monitor)
{
	if (td_is_controlled())
		return treadle_rt_condition_init(condition, monitor);
	*condition = (treadle_condition_t){ .monitor = monitor };
}

void treadle_condition_destroy(treadle_condition_t *condition)
{
	if (td_is_controlled())
		return treadle_rt_condition_destroy(condition);
	expect(condition->monitor && !condition->waiting, "a condition is destroyed that is in use or not initialised");
	condition->monitor = NULL;
}

void treadle_condition_wait(treadle_condition_t *condition)
{
	return td_is_controlled() ? treadle_rt_condition_wait(condition) : wait(condition);
}

void treadle_condition_signal(treadle_condition_t *condition)
{
	return td_is_controlled() ? treadle_rt_condition_signal(condition) : signal(condition);
}

void treadle_condition_signal_all(treadle_condition_t *condition)
{
	return td_is_controlled() ? treadle_rt_condition_signal_all(condition) : signal_all(condition);
}

unsigned treadle_condition_length(treadle_condition_t *condition)
{
	return td_is_controlled() ? treadle_rt_condition_length(condition) : length(condition);
}
