#include "must_read.h"

#include "rt/state.h"
#include "rt/sys.h"

struct td_must_read td_must_read_begin(const struct td_constraint *given)
{
	struct td_must_read self = {.write = td_awaited_begin(&given->first, TD_COUNTED_WRITES),
				    .read = td_awaited_begin(&given->second, TD_COUNTED_READS),
				    .is_initial = !given->first.code_count};
	return self;
}

static int has_written(const struct td_must_read *self)
{
	return self->is_initial || !self->write.left;
}

static int writes_any(const struct td_made_step *step, uint64_t address, uint64_t end)
{
	return td_step_writes(step) && step->address < end && address < step->end;
}

/* Events are looked at once while the same is asked again and again. */
static uint32_t last_write(struct td_must_read *self, const struct td_made_step *read)
{
	if (self->read_address != read->address || self->read_end != read->end) {
		self->read_address = read->address;
		self->read_end = read->end;
		self->seen = self->is_initial ? 0 : self->number;
		self->last = 0;
	}
	for (; self->seen < read->before; self->seen++) {
		struct td_made_step step = td_step_of_event(&td_channel->events[self->seen], self->seen);
		if (writes_any(&step, read->address, read->end))
			self->last = self->seen + 1;
	}
	return self->last;
}

static int may_read(struct td_must_read *self, const struct td_made_step *read)
{
	return has_written(self) && last_write(self, read) == (self->is_initial ? 0 : self->number + 1);
}

/* The thread that is to read, if it stands at the read. */
static struct td_fiber *reader(const struct td_must_read *self, struct td_made_step *read)
{
	struct td_fiber *fiber = self->read.thread < td_fiber_count ? td_fiber(self->read.thread) : NULL;
	if (!fiber || fiber->done)
		return NULL;
	*read = td_step_of_pending(fiber);
	return td_awaited_is(&self->read, read) ? fiber : NULL;
}

static int overwrites(const struct td_must_read *self, const struct td_made_step *step)
{
	struct td_made_step read;
	if (!has_written(self) || !td_step_writes(step))
		return 0;
	if (!self->is_initial && step->address <= self->address && self->end <= step->end)
		return 1;
	return reader(self, &read) && writes_any(step, read.address, read.end);
}

int td_must_read_is_broken_by(struct td_must_read *self, const struct td_made_step *step)
{
	if (!self->read.left)
		return 0;
	if (td_awaited_is(&self->read, step))
		return !may_read(self, step);
	return overwrites(self, step);
}

void td_must_read_done(struct td_must_read *self, const struct td_made_step *step)
{
	if (td_awaited_is(&self->write, step)) {
		self->number = step->before;
		self->address = step->address;
		self->end = step->end;
	}
	td_awaited_done(&self->write, step);
	td_awaited_done(&self->read, step);
}

int td_must_read_is_in_vain(struct td_must_read *self)
{
	struct td_made_step read;
	return has_written(self) && reader(self, &read) && !may_read(self, &read);
}
