/* What the memory of each primitive of POSIX says while it is in use: functions of its row in object_types.c (object.h).
 *
 * The fields are those in which glibc keeps the same, so that an initialiser clears them, and a program that looks there
 * finds what it would find without the tool. */
#ifndef TD_RT_IMPRINT_H
#define TD_RT_IMPRINT_H

#include "rt/state.h"

void td_mutex_imprint(struct td_object *self);
void td_spin_imprint(struct td_object *self);
void td_rwlock_imprint(struct td_object *self);
void td_cond_imprint(struct td_object *self);
void td_sem_imprint(struct td_object *self);

int td_mutex_is_overwritten(const struct td_object *self);
int td_spin_is_overwritten(const struct td_object *self);
int td_rwlock_is_overwritten(const struct td_object *self);
int td_cond_is_overwritten(const struct td_object *self);
int td_sem_is_overwritten(const struct td_object *self);
int td_barrier_is_overwritten(const struct td_object *self); /* barrier.c */

#endif
