#include "constrain.h"

#include "finish.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

uint8_t TD_STATE td_constrain_is_on;

/* The job's constraints, with addresses of this process, and how often their places were come to. */
struct occurrence {
	uint64_t pc;
	uint32_t left; /* events until it has happened; 0: it has */
	uint16_t thread;
};

struct constraint {
	enum td_constraint_kind kind;
	struct occurrence first, second;
	uint32_t holder; /* MUST_NOT_SWITCH: the thread that is between the two, TD_NOBODY */
};

static struct constraint TD_STATE constraints[TD_MAX_CONSTRAINTS];

static struct occurrence occurrence_of(const struct td_occurrence *given)
{
	return (struct occurrence){
		.pc = td_module_absolute(given->site), .left = given->number, .thread = given->thread};
}

void td_constrain_begin(void)
{
	const struct td_job *job = &td_channel->job;
	uint32_t count = job->kind == TD_JOB_COMPLETE ? job->constraint_count : 0;
	td_constrain_is_on = count > 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct td_constraint *given = &td_channel->constraints[i];
		constraints[i] = (struct constraint){(enum td_constraint_kind)given->kind, occurrence_of(&given->first),
						     occurrence_of(&given->second), TD_NOBODY};
	}
}

static int is_next(const struct occurrence *occurrence, uint32_t thread, uint64_t pc)
{
	return occurrence->left == 1 && occurrence->thread == thread && occurrence->pc == pc;
}

/* Would the thread's event at this place break it? */
static int is_broken_by(const struct constraint *self, uint32_t thread, uint64_t pc)
{
	if (self->kind == TD_MUST_PRECEDE)
		return self->first.left && is_next(&self->second, thread, pc);
	return self->holder != TD_NOBODY && self->holder != thread;
}

static int breaks_any(uint32_t thread, uint64_t pc)
{
	for (uint32_t i = 0; i < td_channel->job.constraint_count; i++)
		if (is_broken_by(&constraints[i], thread, pc))
			return 1;
	return 0;
}

int td_constraint_allows(const struct td_fiber *fiber)
{
	return !breaks_any(fiber->id, fiber->pending.pc);
}

static void count_down(struct occurrence *occurrence, uint32_t thread, uint64_t pc)
{
	occurrence->left -= occurrence->left && occurrence->thread == thread && occurrence->pc == pc;
}

/* What comes first and last may be one place. */
static void enter_or_leave(struct constraint *self, const struct td_event *event)
{
	uint32_t holder = self->holder;
	if (holder == event->thread && (event->pc == self->second.pc || event->kind == TD_EXIT))
		self->holder = TD_NOBODY;
	else if (holder == TD_NOBODY && event->pc == self->first.pc)
		self->holder = event->thread;
}

/* Along a prefix no thread is held back. */
void td_constrain_done(const struct td_event *event)
{
	if (td_mode.is_following && breaks_any(event->thread, event->pc))
		td_constrain_in_vain();
	for (uint32_t i = 0; i < td_channel->job.constraint_count; i++) {
		if (constraints[i].kind == TD_MUST_NOT_SWITCH) {
			enter_or_leave(&constraints[i], event);
			continue;
		}
		count_down(&constraints[i].first, event->thread, event->pc);
		count_down(&constraints[i].second, event->thread, event->pc);
	}
}

_Noreturn void td_constrain_in_vain(void)
{
	td_finish(TD_END_ASSUME, td_current->pending.pc, "what was asked for could not be kept to");
}
