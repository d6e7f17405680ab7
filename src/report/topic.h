/* What the first sentence of a report is about: the events that it is made of, and their threads, objects and block.
 *
 * The sentence of a data race is about two accesses, that of a deadlock about the locks that are held and wanted, that
 * of an assertion about what its line reads.  Orderings that explain (told of the trace) belong to it, whatever has
 * failed. */
#ifndef TD_REPORT_TOPIC_H
#define TD_REPORT_TOPIC_H

#include <stdbool.h>

#include "trace/trace.h"

/* What an event has to do with the sentence. */
enum td_part_of_topic {
	TD_BESIDE,
	TD_PART, /* it is one of those that the sentence is made of */
	TD_SAID  /* ... and one of the two of a race */
};

struct td_topic {
	uint8_t *events;    /* of each event: the sentence is made of it */
	bool *names;        /* of each name: what is called so */
	bool *threads;      /* none at all if the execution has no finding */
	uint64_t low, high; /* the block of a heap finding, since it was allocated last */
	uint32_t born;      /* ... in this event; 0: not seen, or there is no block */
};

struct td_topic td_topic_make(const struct td_trace *trace);
void td_topic_clear(struct td_topic *self);

/* Does event I act on something that the sentence is about? */
bool td_topic_has_object(const struct td_topic *self, const struct td_trace *trace, uint32_t i);

#endif
