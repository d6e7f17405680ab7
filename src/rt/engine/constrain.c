#include "constrain.h"

#include "candidates.h"
#include "finish.h"
#include "must_read.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

uint8_t TD_STATE td_constrain_is_on;

struct constraint {
	enum td_constraint_kind kind;
	struct td_awaited first, second;
	uint32_t holder; /* MUST_NOT_SWITCH: the thread that is between the two, TD_NOBODY */
	struct td_must_read reading;
};

static struct constraint TD_STATE constraints[TD_MAX_CONSTRAINTS];

static void begin(struct constraint *self, const struct td_constraint *given)
{
	*self = (struct constraint){.kind = (enum td_constraint_kind)given->kind,
				    .first = td_awaited_begin(&given->first, TD_COUNTED_ALL),
				    .second = td_awaited_begin(&given->second, TD_COUNTED_ALL),
				    .holder = TD_NOBODY,
				    .reading = td_must_read_begin(given)};
}

void td_constrain_begin(void)
{
	const struct td_job *job = &td_channel->job;
	uint32_t count = job->kind == TD_JOB_COMPLETE ? job->constraint_count : 0;
	td_constrain_is_on = count > 0;
	for (uint32_t i = 0; i < count; i++)
		begin(&constraints[i], &td_channel->constraints[i]);
}

static int is_broken_by(struct constraint *self, const struct td_made_step *step)
{
	switch (self->kind) {
	case TD_MUST_PRECEDE: return self->first.left && td_awaited_is(&self->second, step);
	case TD_MUST_NOT_SWITCH: return self->holder != TD_NOBODY && self->holder != step->thread;
	case TD_MUST_READ_FROM: return td_must_read_is_broken_by(&self->reading, step);
	default: return 0;
	}
}

static int breaks_any(const struct td_made_step *step)
{
	for (uint32_t i = 0; i < td_channel->job.constraint_count; i++)
		if (is_broken_by(&constraints[i], step))
			return 1;
	return 0;
}

int td_constraint_allows(const struct td_fiber *fiber)
{
	struct td_made_step step = td_step_of_pending(fiber);
	return !breaks_any(&step);
}

int td_constraint_ignores(const struct td_fiber *fiber)
{
	struct td_made_step step = td_step_of_pending(fiber);
	for (uint32_t i = 0; i < td_channel->job.constraint_count; i++)
		if (td_awaited_is_at(&constraints[i].first, &step) || td_awaited_is_at(&constraints[i].second, &step))
			return 0;
	return !breaks_any(&step);
}

/* What comes first and last may be one place. */
static void enter_or_leave(struct constraint *self, const struct td_made_step *step)
{
	if (self->holder == step->thread && (td_awaited_is_at(&self->second, step) || step->kind == TD_EXIT))
		self->holder = TD_NOBODY;
	else if (self->holder == TD_NOBODY && td_awaited_is_at(&self->first, step))
		self->holder = step->thread;
}

static void done(struct constraint *self, const struct td_made_step *step)
{
	switch (self->kind) {
	case TD_MUST_NOT_SWITCH: enter_or_leave(self, step); break;
	case TD_MUST_READ_FROM: td_must_read_done(&self->reading, step); break;
	default: td_awaited_done(&self->first, step); td_awaited_done(&self->second, step);
	}
}

_Noreturn void td_constrain_in_vain(void)
{
	td_channel->done.in_vain = 1;
	td_finish_wasted();
}

void td_constrain_done(const struct td_event *event)
{
	struct td_made_step step = td_step_of_event(event, (uint32_t)(event - td_channel->events));
	if (breaks_any(&step))
		td_constrain_in_vain();
	for (uint32_t i = 0; i < td_channel->job.constraint_count; i++)
		done(&constraints[i], &step);
}

void td_constrain_candidates(void)
{
	for (uint32_t i = 0; i < td_channel->job.constraint_count; i++)
		if (constraints[i].kind == TD_MUST_READ_FROM && td_must_read_is_in_vain(&constraints[i].reading))
			td_constrain_in_vain();
	td_candidates_keep(td_constraint_allows);
}

int td_constrain_holds_back(void)
{
	for (uint32_t i = 0; i < td_enabled_count; i++)
		if (!td_constraint_allows(td_enabled[i]))
			return 1;
	return 0;
}

int td_constrain_is_kept(void)
{
	for (uint32_t i = 0; i < td_channel->job.constraint_count; i++) {
		const struct constraint *self = &constraints[i];
		if ((self->kind == TD_MUST_HAPPEN && self->first.left) ||
		    (self->kind == TD_MUST_READ_FROM && self->reading.read.left))
			return 0;
	}
	return 1;
}
