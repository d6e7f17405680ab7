#include "look_on.h"

enum {
	MOST_SPOILT = 200,        /* executions after which the process was of no use any more */
	MOST_EVENTS = 20000000
};

static const double most_seconds = 10; /* of running the program */

static int hides_others(enum td_end kind)
{
	return kind == TD_END_EXIT_CODE || kind == TD_END_CRASH || kind == TD_END_ABORT;
}

int td_look_on_after(struct td_explorer *self, enum td_end kind)
{
	struct td_look_on *look_on = &self->look_on;

	look_on->kinds |= 1u << kind;
	if (look_on->is_on)
		return 1;
	if (self->phase != TD_PHASE_OPENING || self->options->stop_for || !hides_others(kind))
		return 0;
	*look_on = (struct td_look_on){ .is_on = 1, .kinds = look_on->kinds, .executions = self->summary->executions,
					.events = self->summary->events, .seconds = self->summary->seconds };
	return 1;
}

int td_look_on_knows(const struct td_explorer *self, enum td_end kind)
{
	return self->look_on.is_on && hides_others(kind) && (self->look_on.kinds >> kind & 1);
}

int td_look_on_has_time(const struct td_explorer *self)
{
	return self->look_on.is_on && self->summary->seconds - self->look_on.seconds < most_seconds;
}

static int is_over(const struct td_explorer *self)
{
	const struct td_look_on *look_on = &self->look_on;

	return self->next >= self->strategy.opening || look_on->spoilt >= MOST_SPOILT || look_on->is_hung ||
	       self->summary->events - look_on->events >= MOST_EVENTS || !td_look_on_has_time(self);
}

void td_look_on_count(struct td_explorer *self)
{
	enum td_end end = (enum td_end)self->session->channel->ended.end;
	struct td_look_on *look_on = &self->look_on;

	if (!look_on->is_on)
		return;
	look_on->spoilt += (uint32_t)td_end_spoils_process(end);
	look_on->is_hung |= end == TD_END_HANG;
	self->over |= is_over(self);
	self->summary->looked_on = self->summary->executions - look_on->executions;
}
