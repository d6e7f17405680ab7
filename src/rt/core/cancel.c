#include "cancel.h"

#include "rt/state.h"

int td_is_ever_canceled(const struct td_fiber *fiber)
{
	return *td_shadow(fiber->fs) & TD_SHADOW_SHARED;
}

int td_cancel_is_due(const struct td_fiber *fiber)
{
	return fiber->pending.is_cancel_point && fiber->life.canceled && !fiber->cancel.disabled;
}

static int is_followed(enum td_kind kind)
{
	return kind == TD_COND_WAKE || kind == TD_SEM_WAIT || td_is_on_descriptor(kind);
}

/* A kind that needs what a thread has that is cancelled: TD_COULD_TAKE. */
int td_cancel_use(const struct td_fiber *fiber, struct td_use *use)
{
	const struct td_pending *op = &fiber->pending;
	if (!op->is_cancel_point || fiber->cancel.disabled || !is_followed(op->kind) || !td_is_ever_canceled(fiber))
		return 0;
	*use = (struct td_use){.place = fiber->fs, .kind = op->timed ? TD_NONE : TD_FD_POLL};
	return 1;
}
