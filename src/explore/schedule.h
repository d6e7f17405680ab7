/* Schedules: which thread runs up to which of its operations, and what choices give.
 *
 * A schedule counts operations of threads, not events, so that it can be followed whatever is known to be shared.  Two
 * of a program can be joined and cut: leniently followed (job.lenient), one that no longer fits does as much of itself
 * as it can. */
#ifndef TD_EXPLORE_SCHEDULE_H
#define TD_EXPLORE_SCHEDULE_H

#include "trace/trace.h"

struct td_schedule {
	struct td_segment *segments;
	uint32_t segment_count;
	uint32_t *choices;
	uint32_t choice_count;
	int endless;     /* at its end the program went round ... */
	uint32_t period; /* ... and was as before after so many events; 0: nothing changed at all */
};

struct td_schedules {
	struct td_schedule **items;
	size_t count, room;
};

/* The schedule of the last execution in the channel, or of a trace. */
struct td_schedule *td_schedule_copy(const struct td_channel *channel);
struct td_schedule *td_schedule_of(const struct td_trace *trace);
void td_schedule_free(struct td_schedule *self);
void td_schedules_free(struct td_schedules *self);

/* The beginning of a trace's execution, before its event number `events` from 0.  `choices`: how many of its choices
 * belong to that. */
struct td_schedule *td_schedule_cut(const struct td_trace *trace, uint32_t events, uint32_t choices);

/* A copy of a prefix behind which this thread is the first to do something. */
struct td_schedule *td_schedule_then(const struct td_schedule *self, uint32_t thread);

/* How often one thread takes over from another. */
uint32_t td_schedule_switches(const struct td_schedule *self);

/* The job that follows a schedule, with the settings of `like`; to be run after td_schedule_give. */
struct td_job td_schedule_job(const struct td_schedule *self, const struct td_job *like);
void td_schedule_give(const struct td_schedule *self, struct td_channel *channel);

#endif
