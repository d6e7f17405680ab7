#include "recheck.h"

#include <ctype.h>
#include <string.h>

/* Spaces at the beginning and the end of a line say nothing. */
static bool is_same_text(const char *a, const char *b)
{
	size_t length_a, length_b;

	while (isspace((unsigned char)*a))
		a++;
	while (isspace((unsigned char)*b))
		b++;
	length_a = strlen(a);
	length_b = strlen(b);
	while (length_a && isspace((unsigned char)a[length_a - 1]))
		length_a--;
	while (length_b && isspace((unsigned char)b[length_b - 1]))
		length_b--;
	return length_a == length_b && !memcmp(a, b, length_a);
}

static bool is_place(const struct td_told_event *told, const char *function, const char *source, int line,
		     uint32_t kind)
{
	if (told->kind != kind || strcmp(told->function, function))
		return false;
	return told->source && source ? is_same_text(told->source, source) : told->line == line;
}

static bool is_in(const struct td_trace *trace, const struct td_told_event *told)
{
	for (uint32_t i = 0; i < trace->event_count; i++) {
		const struct td_site *site = &trace->sites[trace->events[i].site];

		if (is_place(told, site->function, site->source, site->line, trace->events[i].raw.kind))
			return true;
	}
	return false;
}

const struct td_told_event *td_recheck_missing(const struct td_trace *old, const struct td_trace *new)
{
	for (uint32_t i = 0; i < old->told_count; i++)
		if (!is_in(new, &old->told[i]))
			return &old->told[i];
	return NULL;
}

static bool is_same_place(const struct td_told_event *a, const struct td_told_event *b)
{
	return is_place(a, b->function, b->source, b->line, b->kind);
}

static bool has_ordering(const struct td_trace *trace, const struct td_told_event *pair)
{
	for (uint32_t i = 0; i + 1 < trace->told_count; i += 2)
		if (is_same_place(&pair[0], &trace->told[i]) && is_same_place(&pair[1], &trace->told[i + 1]))
			return true;
	return false;
}

/* Whichever threads did it: their numbers vary with the order in which they are created. */
bool td_recheck_is_same(const struct td_trace *old, const struct td_trace *new)
{
	if (old->ended.end != new->ended.end || !old->told_count)
		return false;
	for (uint32_t i = 0; i + 1 < old->told_count; i += 2)
		if (!has_ordering(new, &old->told[i]))
			return false;
	return true;
}
