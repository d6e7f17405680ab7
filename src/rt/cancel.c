#include "cancel.h"

#include "cut.h"
#include "record.h"
#include "sched.h"
#include "shadow.h"

static int is_ever_canceled(const struct td_fiber *fiber)
{
	return *td_shadow(fiber->fs) & TD_SHADOW_SHARED;
}

void td_cancel_point(struct td_fiber *self, uint64_t pc)
{
	if (self->cancel_disabled)
		return;
	if (is_ever_canceled(self)) {
		td_point(self, TD_CANCEL, self->fs, 0, pc);
		td_record(self, self->canceled)->object = self->id;
		td_looked(self, self->canceled);
	} else {
		td_pass_unseen(self);
	}
	td_thread_test_cancel(self);
}

void td_cancel_async(struct td_fiber *self, uint64_t pc)
{
	self->cancel_async = 1;
	if (is_ever_canceled(self))
		td_cut(TD_CUT_CANCEL, pc);
	td_thread_test_cancel(self);
}

void td_cancel_point_unseen(struct td_fiber *self)
{
	if (!self->cancel_disabled && is_ever_canceled(self))
		td_cut(TD_CUT_CANCEL, self->pending.pc);
	td_thread_test_cancel(self);
}

int td_cancel_is_due(const struct td_fiber *fiber)
{
	return fiber->pending.is_cancel_point && fiber->canceled && !fiber->cancel_disabled;
}

void td_cancel_in_wait(struct td_fiber *self)
{
	td_record(self, 0);
	td_progress(self);
	td_thread_exit(PTHREAD_CANCELED);
}

static int is_followed(enum td_kind kind)
{
	return kind == TD_COND_WAKE || kind == TD_SEM_WAIT || td_is_on_descriptor(kind);
}

/* A kind that needs what a thread has that is cancelled: TD_COULD_TAKE. */
int td_cancel_use(const struct td_fiber *fiber, struct td_use *use)
{
	const struct td_pending *op = &fiber->pending;
	if (!op->is_cancel_point || fiber->cancel_disabled || !is_followed(op->kind) || !is_ever_canceled(fiber))
		return 0;
	*use = (struct td_use){.place = fiber->fs, .kind = op->timed ? TD_NONE : TD_FD_POLL};
	return 1;
}
