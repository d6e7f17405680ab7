#include "subject.h"

#include "data_race.h"

void td_subject_add_site(struct td_suppress_subject *self, const struct td_site *site)
{
	if (site->function && site->function[0] != '?')
		TD_PUSH(&self->functions, site->function);
	if (site->file)
		TD_PUSH(&self->files, site->file);
}

static void add_access(struct td_suppress_subject *self, const struct td_trace *trace,
		       const struct td_trace_event *event)
{
	const struct td_frame_list *stack = &trace->stacks[event->stack];

	td_subject_add_site(self, &trace->sites[event->site]);
	for (uint32_t i = 0; i < stack->count; i++)
		td_subject_add_site(self, &trace->sites[stack->sites[i]]);
	if (*trace->names[event->name])
		TD_PUSH(&self->variables, trace->names[event->name]);
}

struct td_suppress_subject td_race_subject(const struct td_trace *trace)
{
	struct td_suppress_subject subject = { 0 };
	struct td_race_sides sides = td_race_sides_make(trace);

	for (int i = 0; i < 2; i++)
		add_access(&subject, trace, &trace->events[sides.at[i].event]);
	td_race_sides_clear(&sides);
	return subject;
}
