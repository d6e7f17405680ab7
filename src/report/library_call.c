#include "library_call.h"

#include <stdlib.h>
#include <string.h>

#include "wire/ops.h"

/* The function of the library that the program's own line calls; NULL: the access is the program's own, or not known to
 * be of a call. */
static const char *called_function(const struct td_trace *trace, const struct td_trace_event *event)
{
	const struct td_frame_list *stack = &trace->stacks[event->stack];

	for (uint32_t i = 0; i < stack->count; i++)
		if (td_site_is_own(&trace->sites[stack->sites[i]]))
			return i && trace->sites[stack->sites[i - 1]].file ? trace->sites[stack->sites[i - 1]].function
									   : NULL;
	return NULL;
}

static bool is_plain(const struct td_event *event)
{
	return (event->kind == TD_READ || event->kind == TD_WRITE) && !(event->flags & TD_F_ATOMIC);
}

/* What may come after the first access of a call.  An operation on an atomic variable is what a program means by it; a
 * count of references is not.  The life of the block that a finding is about has rows of its own. */
static bool may_follow(const struct td_trace *trace, const struct td_event *event, const char *function)
{
	if (event->kind == TD_ALLOC || event->kind == TD_FREE)
		return event->object != trace->ended.block;
	return is_plain(event) || (td_op_acts_on(event->kind, TD_ON_MEMORY) && !strstr(function, "atomic"));
}

static bool is_of_call(const struct td_trace *trace, const struct td_trace_event *event,
		       const struct td_trace_event *first, const char *function)
{
	const char *called;

	if (event->raw.thread != first->raw.thread || !may_follow(trace, &event->raw, function))
		return false;
	called = called_function(trace, event);
	return called && !strcmp(called, function) && trace->sites[event->site].line == trace->sites[first->site].line;
}

uint32_t td_library_call_end(const struct td_trace *trace, uint32_t i)
{
	const struct td_trace_event *first = &trace->events[i];
	const char *function = is_plain(&first->raw) ? called_function(trace, first) : NULL;
	uint32_t end = i;

	while (function && end < trace->event_count && is_of_call(trace, &trace->events[end], first, function))
		end++;
	return end - i >= TD_CALL_LEAST ? end : i;
}

/* "std::deque<int, std::allocator<int> >::push_back" is push_back. */
static char *short_name(const char *function)
{
	size_t length;
	const char *last = function;
	int depth = 0;

	for (const char *at = function; *at && *at != '('; at++) {
		depth += (*at == '<') - (*at == '>');
		if (depth == 0 && at[0] == ':' && at[1] == ':')
			last = at + 2;
	}
	length = strcspn(last, "<(");
	return length ? strndup(last, length) : td_strdup(function);
}

/* What the call is of: the first thing of the program with a name of its own; else the first block of the heap, as a
 * whole.  To be freed. */
static char *object_name(const struct td_trace *trace, uint32_t first, uint32_t end)
{
	const char *name = trace->names[trace->events[first].name];

	for (uint32_t i = first; i < end; i++) {
		const char *own = trace->names[trace->events[i].name];

		if (*own && !strchr(own, '#') && td_module_of(trace, trace->events[i].raw.object) <= 0)
			return td_strdup(own);
	}
	return strchr(name, '#') ? td_format("%.*s", (int)strcspn(name, ".[+"), name) : td_strdup(name);
}

/* What a call does, in the order in which it is told. */
enum deed { READS, WRITES, UPDATES, ALLOCATIONS, FREES, DEEDS };

static const uint8_t deed_of[TD_KINDS] = {
	[TD_READ] = READS, [TD_WRITE] = WRITES, [TD_RMW] = UPDATES, [TD_ALLOC] = ALLOCATIONS, [TD_FREE] = FREES,
};

char *td_library_call_words(const struct td_trace *trace, uint32_t first, uint32_t end)
{
	static const char *const words[DEEDS][2] = {{"read", "reads"},
						    {"write", "writes"},
						    {"update", "updates"},
						    {"allocation", "allocations"},
						    {"free", "frees"}};
	char *function = short_name(called_function(trace, &trace->events[first]));
	char *object = object_name(trace, first, end), *text = td_format("%s.%s", object, function);
	const char *between = ": ";
	uint32_t count[DEEDS] = {0};

	for (uint32_t i = first; i < end; i++)
		count[deed_of[trace->events[i].raw.kind]]++;
	for (int i = 0; i < DEEDS; i++) {
		if (!count[i])
			continue;
		char *longer = td_format("%s%s%u %s", text, between, count[i], words[i][count[i] != 1]);

		free(text);
		text = longer;
		between = ", ";
	}
	free(object);
	free(function);
	return text;
}
