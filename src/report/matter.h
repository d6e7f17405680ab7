/* Which events of an execution a report shows: the most relevant ones (relevance.h), as many as fit a screen. */
#ifndef TD_REPORT_MATTER_H
#define TD_REPORT_MATTER_H

#include <stdbool.h>

#include "relevance.h"
#include "report.h"

struct td_matter {
	bool *shown;     /* of each event */
	uint8_t *period; /* as in struct td_relevances */
	uint32_t *call;  /* of the first event of a call that is told as one: the event behind it; of others its own */
};

struct td_matter td_matter_make(const struct td_trace *trace, const struct td_report_options *options);
void td_matter_clear(struct td_matter *self);

#endif
