#include "cancel_point.h"

#include "record.h"
#include "sched.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

void td_cancel_point(struct td_fiber *self, uint64_t pc)
{
	if (self->cancel.disabled)
		return;
	if (td_is_ever_canceled(self)) {
		td_point(self, TD_CANCEL, self->fs, 0, pc);
		td_record(self, self->life.canceled)->object = self->id;
		td_looked(self, self->life.canceled);
	} else {
		td_pass_unseen(self);
	}
	td_fiber_services.test_cancel(self);
}

void td_cancel_async(struct td_fiber *self, uint64_t pc)
{
	self->cancel.async = 1;
	if (td_is_ever_canceled(self))
		td_cut(TD_CUT_CANCEL, pc);
	td_fiber_services.test_cancel(self);
}

void td_cancel_point_unseen(struct td_fiber *self)
{
	if (!self->cancel.disabled && td_is_ever_canceled(self))
		td_cut(TD_CUT_CANCEL, self->pending.pc);
	td_fiber_services.test_cancel(self);
}

void td_cancel_in_wait(struct td_fiber *self)
{
	td_record(self, 0);
	td_progress(self);
	td_fiber_services.test_cancel(self);
	td_panic("a thread that was cancelled in a wait goes on");
}
