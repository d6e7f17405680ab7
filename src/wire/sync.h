/* What <treadle/sync.h> calls when the program runs under control.  The library (src/sync) is linked into plain programs too, where
 * there is no runtime: so these are weak, and absent there. */
#ifndef TD_WIRE_SYNC_H
#define TD_WIRE_SYNC_H

#include <treadle/sync.h>

#define TD_WEAK __attribute__((weak))

int treadle_rt_is_controlled(void) TD_WEAK;

void treadle_rt_semaphore_init(treadle_semaphore_t *semaphore, unsigned long value, unsigned long limit) TD_WEAK;
void treadle_rt_semaphore_destroy(treadle_semaphore_t *semaphore) TD_WEAK;
void treadle_rt_semaphore_wait(treadle_semaphore_t *semaphore) TD_WEAK;
void treadle_rt_semaphore_post(treadle_semaphore_t *semaphore) TD_WEAK;

void treadle_rt_monitor_init(treadle_monitor_t *monitor, unsigned long discipline) TD_WEAK;
void treadle_rt_monitor_destroy(treadle_monitor_t *monitor) TD_WEAK;
void treadle_rt_monitor_enter(treadle_monitor_t *monitor) TD_WEAK;
void treadle_rt_monitor_leave(treadle_monitor_t *monitor) TD_WEAK;
void treadle_rt_condition_init(treadle_condition_t *condition, treadle_monitor_t *monitor) TD_WEAK;
void treadle_rt_condition_destroy(treadle_condition_t *condition) TD_WEAK;
void treadle_rt_condition_wait(treadle_condition_t *condition) TD_WEAK;
void treadle_rt_condition_signal(treadle_condition_t *condition) TD_WEAK;
void treadle_rt_condition_signal_all(treadle_condition_t *condition) TD_WEAK;
unsigned treadle_rt_condition_length(treadle_condition_t *condition) TD_WEAK;

void treadle_rt_port_init(treadle_port_t *port, unsigned long capacity) TD_WEAK;
void treadle_rt_port_destroy(treadle_port_t *port) TD_WEAK;
void treadle_rt_port_send(treadle_port_t *port, void *message) TD_WEAK;
void *treadle_rt_port_receive(treadle_port_t *port) TD_WEAK;
unsigned long treadle_rt_port_length(treadle_port_t *port) TD_WEAK;
int treadle_rt_select(struct treadle_alternative *alternatives, int count) TD_WEAK;

#undef TD_WEAK

static inline int td_is_controlled(void)
{
	return treadle_rt_is_controlled && treadle_rt_is_controlled();
}

#endif
