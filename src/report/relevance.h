/* How much each event has to do with what the report is about (topic.h).
 *
 * Events of libraries that were not compiled with Treadle, and rounds that repeat the one before, say little: they are
 * irrelevant unless the report's sentence is made of them. */
#ifndef TD_REPORT_RELEVANCE_H
#define TD_REPORT_RELEVANCE_H

#include <stdbool.h>

#include "trace/trace.h"

#include "wire/ops.h"

enum td_relevance {
	TD_MENTIONED, /* one of the two accesses of a race: it has a row of its own */
	TD_KEY,       /* the sentence is made of it */
	TD_GUARD,     /* a lock around one of those */
	TD_TOPIC,     /* on something that the sentence names */
	TD_NAMED,     /* on what threads share and change, by a thread that the sentence names */
	TD_OTHER,     /* by another thread; at a switch; of a thread's life */
	TD_IRRELEVANT,
	TD_NOISE /* not even at a switch */
};

struct td_relevances {
	uint8_t *of;     /* of each event: enum td_relevance */
	uint8_t *period; /* of an event that repeats earlier ones of its thread: how many make up a round; else 0 */
};

struct td_relevances td_relevances_make(const struct td_trace *trace);
void td_relevances_clear(struct td_relevances *self);

/* Kinds that say little: they are shown where everything is, and are not counted where events are left out. */
static inline bool td_is_quiet(enum td_kind kind)
{
	return td_op_is(kind, TD_OP_QUIET);
}

/* Event I is by another thread than the one before. */
static inline bool td_is_switch(const struct td_trace *trace, uint32_t i)
{
	return i && trace->events[i].raw.thread != trace->events[i - 1].raw.thread;
}

#endif
