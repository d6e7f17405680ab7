#include "fold.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

enum { NAMED = 3 };

struct td_fold td_fold_make(const struct td_trace *trace)
{
	return (struct td_fold){.of = td_alloc(trace->thread_count * sizeof(uint32_t))};
}

void td_fold_clear(struct td_fold *self)
{
	free(self->of);
	*self = (struct td_fold){0};
}

void td_fold_forget(struct td_fold *self, const struct td_trace *trace)
{
	uint32_t *of = self->of;

	for (uint32_t i = 0; i < trace->thread_count; i++)
		of[i] = 0;
	*self = (struct td_fold){.of = of};
}

/* A global variable of a library, or a block of which not even the type is known. */
static bool is_of_library(const struct td_trace *trace, const struct td_trace_event *event)
{
	return td_module_of(trace, event->raw.object) > 0 || !strncmp(trace->names[event->name], "heap#", 5);
}

int td_library_of(const struct td_trace *trace, const struct td_trace_event *event)
{
	const struct td_frame_list *stack = &trace->stacks[event->stack];
	const struct td_site *inner = &trace->sites[stack->count ? stack->sites[0] : event->site];
	int module = td_site_is_own(inner) ? 0 : td_module_of(trace, inner->pc);

	if (module <= 0)
		return 0;
	return !td_site_is_own(&trace->sites[event->site]) || is_of_library(trace, event) ? module : 0;
}

void td_fold_add(struct td_fold *self, const struct td_trace *trace, uint32_t i, uint8_t period)
{
	const struct td_trace_event *event = &trace->events[i];
	int module = td_library_of(trace, event);

	self->last = i;
	self->count++;
	self->threads += !self->of[event->raw.thread]++;
	if (module > 0) {
		self->module = self->in_library && self->module != module ? -1 : module;
		self->in_library++;
	}
	if (period) {
		self->period = self->repeats && self->period != period ? 0 : period;
		self->repeats++;
	}
}

uint32_t td_fold_thread(const struct td_fold *self, const struct td_trace *trace)
{
	for (uint32_t i = 0; self->threads == 1 && i < trace->thread_count; i++)
		if (self->of[i])
			return i;
	return UINT32_MAX;
}

static char *repeat_words(const struct td_fold *self)
{
	uint32_t times = self->count / self->period;
	const char *unit = td_counted(times, "time", "times");

	if (self->period == 1)
		return td_format("… the same %u %s more", times, unit);
	return td_format("… the same %u events %u %s more", self->period, times, unit);
}

static char *count_words(const struct td_fold *self, const struct td_trace *trace)
{
	const char *unit = td_counted(self->count, "event", "events");
	const char *library =
		self->in_library && self->module > 0 ? td_base_name(trace->modules[self->module].path) : NULL;

	if (!library)
		return td_format("… %u %s", self->count, unit);
	if (self->in_library == self->count)
		return td_format("… %u %s in %s", self->count, unit, library);
	return td_format("… %u %s, %u in %s", self->count, unit, self->in_library, library);
}

static char *with_threads(const struct td_fold *self, const struct td_trace *trace, char *text)
{
	uint32_t said = 0;

	for (uint32_t i = 0; self->threads > 1 && i < trace->thread_count; i++) {
		if (!self->of[i] || said == NAMED)
			continue;
		char *longer =
			td_format("%s%s%u of %s", text, said ? ", " : ": ", self->of[i], trace->threads[i].label);

		free(text);
		text = longer;
		said++;
	}
	return text;
}

char *td_fold_words(const struct td_fold *self, const struct td_trace *trace)
{
	if (self->threads == 1 && self->period && self->repeats == self->count && self->count % self->period == 0)
		return repeat_words(self);
	return with_threads(self, trace, count_words(self, trace));
}
