#include "culprit.h"

#include <stdlib.h>
#include <string.h>

#include "data_race.h"
#include "paint.h"
#include "report.h"
#include "words.h"

/* The variable, or block, that a name begins with. */
static char *root_of(const char *name)
{
	char *root = td_words_without_numbers(name);

	root[strcspn(root, ".[+")] = 0;
	return root;
}

static bool is_held(const struct td_trace *trace, const struct td_race_side *side, uint32_t lock)
{
	for (size_t i = 0; i < side->locks.count; i++)
		if (td_held_name(trace, &side->locks.items[i]) == lock)
			return true;
	return false;
}

static char *of_race(const struct td_trace *trace)
{
	struct td_race_sides sides = td_race_sides_make(trace);
	bool lacks_lock =
		sides.lock && (!is_held(trace, &sides.at[0], sides.lock) || !is_held(trace, &sides.at[1], sides.lock));
	char *name =
		lacks_lock ? td_words_without_numbers(trace->names[sides.lock]) : root_of(trace->names[trace->name]);
	char *text =
		*name ? td_format(lacks_lock ? "%s is not held at all accesses" : "nothing orders the accesses to %s",
				  name)
		      : NULL;

	free(name);
	td_race_sides_clear(&sides);
	return text;
}

static char *of_free(const struct td_trace *trace)
{
	char *place =
		trace->block_free_site == UINT32_MAX ? NULL : td_words_place(&trace->sites[trace->block_free_site]);
	char *text = place && *place ? td_format("what %s frees is still used", place) : NULL;

	free(place);
	return text;
}

/* The first ordering of the cause. */
static char *of_cause(const struct td_trace *trace)
{
	const struct td_told_event *told = trace->told;

	if (!trace->told_count || !told[0].file || !told[1].file)
		return NULL;
	return td_format("%s:%d and %s:%d come in the wrong order", td_base_name(told[0].file), told[0].line,
			 td_base_name(told[1].file), told[1].line);
}

char *td_culprit_words(const struct td_trace *trace)
{
	switch (trace->ended.end) {
	case TD_END_RACE: return of_race(trace);
	case TD_END_USE_AFTER_FREE:
	case TD_END_DOUBLE_FREE: return of_free(trace);
	default: return of_cause(trace);
	}
}

void td_report_again(const struct td_trace *trace, const char *culprit, const char *first, const char *replay_line,
		     FILE *out)
{
	struct td_paint paint = td_paint_open(out);
	char *headline = td_report_headline(trace);

	td_paint_sentence(&paint, TD_RED, 0, 4, headline);
	td_paint_sentence_format(&paint, TD_PLAIN, 0, 8, "    as in %s: %s", first, culprit);
	if (replay_line)
		td_paint_format(&paint, TD_BOLD, "    replay: %s", replay_line);
	fputc('\n', out);
	free(headline);
}
