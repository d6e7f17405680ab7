#include "named.h"

#include "report/words.h"

#include <stdlib.h>
#include <string.h>

struct td_trace *td_named_trace(struct td_guide *guide, const struct td_schedule *schedule)
{
	return td_completions_capture(guide->completions, schedule);
}

const struct td_trace_event *td_instance_in(const struct td_trace *trace, const struct td_instance *instance)
{
	uint32_t number = 0;

	for (uint32_t i = 0; i < trace->event_count; i++)
		if (trace->events[i].raw.pc == instance->pc && trace->events[i].raw.thread == instance->thread &&
		    ++number == instance->number)
			return &trace->events[i];
	return NULL;
}

static void name_site(struct td_named *named, const struct td_site *site)
{
	named->place = td_words_place(site);
	named->function = td_strdup(site->function);
}

/* Of a site that is in no execution that was named. */
static void name_pc(struct td_named *named, struct td_symbols *symbols, uint64_t pc)
{
	struct td_site sites[TD_MAX_FRAMES];
	uint32_t count = td_symbols_sites(symbols, pc, TD_PC_RETURN, sites, TD_MAX_FRAMES), own = 0;

	while (own + 1 < count && !td_site_is_own(&sites[own]))
		own++;
	name_site(named, &sites[own]);
	td_sites_clear(sites, count);
}

static char *thread_words(const struct td_trace *trace, uint32_t thread)
{
	if (thread == TD_THREADS_SEVERAL)
		return td_strdup("several threads");
	if (trace && thread < trace->thread_count)
		return td_strdup(trace->threads[thread].label);
	return td_format("T%u", thread);
}

static const struct td_definition *possible_one(const struct td_use *use)
{
	for (size_t i = 0; i < use->count; i++)
		if (use->items[i].schedule)
			return &use->items[i];
	return NULL;
}

struct td_named td_named_use(struct td_guide *guide, const struct td_use *use)
{
	const struct td_definition *seen = possible_one(use);
	struct td_trace *trace = seen ? td_named_trace(guide, seen->schedule) : NULL;
	const struct td_trace_event *event = trace ? td_instance_in(trace, &seen->read) : NULL;
	struct td_named named = {.thread = thread_words(trace ? trace : guide->plain, use->thread)};

	if (event) {
		name_site(&named, &trace->sites[event->site]);
		named.object = td_strdup(trace->names[event->name]);
	} else {
		name_pc(&named, guide->symbols, use->pc);
	}
	td_trace_free(trace);
	return named;
}

static char *value_of(const struct td_trace *trace, const struct td_instance *read)
{
	const struct td_trace_event *event = td_instance_in(trace, read);
	uint32_t value = !event ? 0 : event->raw.kind == TD_RMW ? event->before : event->value;

	return event && *trace->names[value] ? td_strdup(trace->names[value]) : NULL;
}

static bool has_instances(const struct td_use *use, const struct td_definition *definition)
{
	for (size_t i = 0; i < use->count; i++)
		if (use->items[i].pc == definition->pc && use->items[i].number > 1)
			return true;
	return false;
}

static void add_number(struct td_named *named, uint32_t number)
{
	char *place = td_format("%s#%u%s", named->place, number, number == TD_MANY_INSTANCES ? " and later" : "");

	free(named->place);
	named->place = place;
}

struct td_named td_named_definition(struct td_guide *guide, const struct td_use *use,
				    const struct td_definition *definition)
{
	struct td_trace *trace = definition->schedule ? td_named_trace(guide, definition->schedule) : NULL;
	const struct td_trace_event *event = trace && definition->pc ? td_instance_in(trace, &definition->write) : NULL;
	struct td_named named = {0};

	if (!definition->pc)
		named.place = td_strdup("beginning");
	else if (event)
		name_site(&named, &trace->sites[event->site]);
	else
		name_pc(&named, guide->symbols, definition->pc);
	if (definition->pc && has_instances(use, definition))
		add_number(&named, definition->number);
	if (definition->pc)
		named.thread = definition->is_own ? td_strdup("itself")
						  : thread_words(trace ? trace : guide->plain, definition->thread);
	if (trace)
		named.value = value_of(trace, &definition->read);
	td_trace_free(trace);
	return named;
}

void td_named_clear(struct td_named *self)
{
	free(self->place);
	free(self->function);
	free(self->thread);
	free(self->object);
	free(self->value);
}

char *td_pick_text(const struct td_named *use, const struct td_named *definition)
{
	return td_format("%s <- %s", use->place, definition->place);
}
