/* Is a finding what a warning warns of? */
#ifndef TD_GUIDE_MATCH_H
#define TD_GUIDE_MATCH_H

#include "trace/trace.h"
#include "warnings.h"

/* The execution ended in a finding, and the warning's places are known. */
bool td_warning_is_shown_by(const struct td_warning *self, const struct td_trace *trace);

#endif
