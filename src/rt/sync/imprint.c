#include "imprint.h"

#include "rt/state.h"

#include <pthread.h>
#include <semaphore.h>

enum {
	SPIN_IS_LOCKED = 0, SPIN_IS_FREE = 1,
	COND_FLAGS = 7, COND_WAITER = 8,                       /* in __wrefs */
	RWLOCK_IS_WRITTEN = 3, RWLOCK_READER = 8               /* in __readers */
};

static int number_of(const struct td_fiber *owner)
{
	return owner ? owner->id + 1 : 0;
}

/* A robust mutex says for ever what became of its holder. */
void td_mutex_imprint(struct td_object *self)
{
	pthread_mutex_t *mutex = (pthread_mutex_t *)self->address;
	self->is_imprinted = self->owner || self->robust_dead || self->is_lost;
	mutex->__data.__lock = self->is_imprinted;
	mutex->__data.__owner = number_of(self->owner);
	mutex->__data.__nusers = self->owner != NULL;
}

int td_mutex_is_overwritten(const struct td_object *self)
{
	const pthread_mutex_t *mutex = (const pthread_mutex_t *)self->address;
	return !mutex->__data.__lock && !mutex->__data.__owner;
}

void td_spin_imprint(struct td_object *self)
{
	self->is_imprinted = self->owner != NULL;
	*(pthread_spinlock_t *)self->address = self->owner ? SPIN_IS_LOCKED : SPIN_IS_FREE;
}

int td_spin_is_overwritten(const struct td_object *self)
{
	return *(const pthread_spinlock_t *)self->address == SPIN_IS_FREE;
}

void td_rwlock_imprint(struct td_object *self)
{
	pthread_rwlock_t *lock = (pthread_rwlock_t *)self->address;
	self->is_imprinted = self->owner || self->readers;
	lock->__data.__readers = self->owner ? RWLOCK_IS_WRITTEN : self->readers * RWLOCK_READER;
	lock->__data.__cur_writer = number_of(self->owner);
}

int td_rwlock_is_overwritten(const struct td_object *self)
{
	const pthread_rwlock_t *lock = (const pthread_rwlock_t *)self->address;
	return !lock->__data.__readers && !lock->__data.__cur_writer;
}

void td_cond_imprint(struct td_object *self)
{
	pthread_cond_t *cond = (pthread_cond_t *)self->address;
	self->is_imprinted = self->count != 0;
	cond->__data.__wrefs = (cond->__data.__wrefs & COND_FLAGS) | (unsigned)self->count * COND_WAITER;
}

int td_cond_is_overwritten(const struct td_object *self)
{
	const pthread_cond_t *cond = (const pthread_cond_t *)self->address;
	return !(cond->__data.__wrefs & ~(unsigned)COND_FLAGS);
}

/* Its value lies in the low half of the first word.  Semaphores of <treadle/sync.h> have a limit, and other memory. */
void td_sem_imprint(struct td_object *self)
{
	if (self->limit)
		return;
	self->is_imprinted = 1;
	*(uint32_t *)self->address = (uint32_t)self->count;
}

int td_sem_is_overwritten(const struct td_object *self)
{
	return *(const uint32_t *)self->address != (uint32_t)self->count;
}
