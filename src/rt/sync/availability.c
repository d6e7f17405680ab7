#include "availability.h"

#include "rt/state.h"

/* A mutex, a spin lock, the lock of a stream.  A thread that waits on a condition variable waits for its mutex in the end. */
int td_mutex_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	if (fiber->pending.kind == TD_COND_WAKE)
		return fiber->wait.woken && (!self->owner || self->owner == fiber);
	return !self->owner;
}

int td_cond_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	return fiber->pending.kind == TD_RESUME ? self->owner == fiber : fiber->wait.woken;
}

int td_rwlock_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	return !self->owner && (fiber->pending.kind != TD_WRLOCK || !self->readers);
}

/* A semaphore, a message queue. */
int td_count_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	int gives = fiber->pending.kind == TD_SEM_POST || fiber->pending.kind == TD_MQ_SEND;
	return gives ? self->count < self->limit : self->count > 0;
}

int td_barrier_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	return self->generation != fiber->wait.generation;
}

int td_once_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	(void)fiber;
	return self->kind != 1;
}

int td_monitor_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	return fiber->pending.kind == TD_RESUME ? self->owner == fiber : td_mutex_is_available(self, fiber);
}

int td_futex_is_available(const struct td_object *self, const struct td_fiber *fiber)
{
	(void)self;
	return fiber->wait.woken;
}

uint8_t td_lock_could(const struct td_object *self, uint64_t place)
{
	(void)place;
	return (uint8_t)((self->owner ? 0 : TD_COULD_READ_LOCK) | (self->owner || self->readers ? 0 : TD_COULD_LOCK));
}

uint8_t td_count_could(const struct td_object *self, uint64_t place)
{
	(void)place;
	return (uint8_t)((self->count ? TD_COULD_TAKE : 0) | (self->limit && self->count == self->limit ? 0 : TD_COULD_POST));
}

uint8_t td_once_could(const struct td_object *self, uint64_t place)
{
	(void)place;
	return self->owner ? 0 : TD_COULD_BEGIN;
}
