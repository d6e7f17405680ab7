/* What each primitive answers when it is asked whether an operation could happen: the functions of its row in object_types.c. */
#ifndef TD_RT_AVAILABILITY_H
#define TD_RT_AVAILABILITY_H

#include "rt/state.h"

int td_mutex_is_available(const struct td_object *self, const struct td_fiber *fiber);
int td_cond_is_available(const struct td_object *self, const struct td_fiber *fiber);
int td_rwlock_is_available(const struct td_object *self, const struct td_fiber *fiber);
int td_count_is_available(const struct td_object *self, const struct td_fiber *fiber);
int td_barrier_is_available(const struct td_object *self, const struct td_fiber *fiber);
int td_once_is_available(const struct td_object *self, const struct td_fiber *fiber);
int td_monitor_is_available(const struct td_object *self, const struct td_fiber *fiber);
int td_port_is_available(const struct td_object *self, const struct td_fiber *fiber);
int td_futex_is_available(const struct td_object *self, const struct td_fiber *fiber);

uint8_t td_lock_could(const struct td_object *self, uint64_t place);
uint8_t td_count_could(const struct td_object *self, uint64_t place);
uint8_t td_once_could(const struct td_object *self, uint64_t place);
uint8_t td_port_could(const struct td_object *self, uint64_t place);

#endif
