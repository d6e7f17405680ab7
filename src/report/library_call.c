#include "library_call.h"

#include <stdlib.h>
#include <string.h>

#include "wire/ops.h"

enum { LEAST = 2 /* events that are told as one call */ };

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

static bool is_access(const struct td_trace_event *event)
{
	return (event->raw.kind == TD_READ || event->raw.kind == TD_WRITE) && !(event->raw.flags & TD_F_ATOMIC);
}

static bool is_of_call(const struct td_trace *trace, const struct td_trace_event *event,
		       const struct td_trace_event *first, const char *function)
{
	const char *called;

	if (event->raw.thread != first->raw.thread || !is_access(event))
		return false;
	called = called_function(trace, event);
	return called && !strcmp(called, function) && trace->sites[event->site].line == trace->sites[first->site].line;
}

uint32_t td_library_call_end(const struct td_trace *trace, uint32_t i)
{
	const struct td_trace_event *first = &trace->events[i];
	const char *function = is_access(first) ? called_function(trace, first) : NULL;
	uint32_t end = i;

	while (function && end < trace->event_count && is_of_call(trace, &trace->events[end], first, function))
		end++;
	return end - i >= LEAST ? end : i;
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

/* What the call is of: the first thing with a name of its own, not a block of the heap. */
static const char *object_name(const struct td_trace *trace, uint32_t first, uint32_t end)
{
	for (uint32_t i = first; i < end; i++) {
		const char *name = trace->names[trace->events[i].name];

		if (*name && !strchr(name, '#'))
			return name;
	}
	return trace->names[trace->events[first].name];
}

static char *counted(uint32_t count, const char *one, const char *many)
{
	return count ? td_format("%u %s", count, td_counted(count, one, many)) : td_strdup("");
}

char *td_library_call_words(const struct td_trace *trace, uint32_t first, uint32_t end)
{
	uint32_t count[2] = {0};
	char *function = short_name(called_function(trace, &trace->events[first])), *reads, *writes, *text;

	for (uint32_t i = first; i < end; i++)
		count[trace->events[i].raw.kind == TD_WRITE]++;
	reads = counted(count[0], "read", "reads");
	writes = counted(count[1], "write", "writes");
	text = td_format("%s.%s: %s%s%s", object_name(trace, first, end), function, reads,
			 *reads && *writes ? ", " : "", writes);
	free(function);
	free(reads);
	free(writes);
	return text;
}
