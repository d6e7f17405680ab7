/* Prefix-based testing: an execution that begins as a variant says, and then goes on by itself. */
#ifndef TD_CHECK_FOLLOW_H
#define TD_CHECK_FOLLOW_H

#include "explore/replay.h"
#include "variants.h"

/* The execution as a trace that knows the variant it followed.  Threads that are barred go on only when no other can;
 * if no new step comes, the events from trace->event_limit on repeat other variants.  NULL if the user killed it. */
struct td_trace *td_follow(const struct td_variants *variants, const struct td_variant *variant, double watchdog);

#endif
