/* One execution again, with everything that a report needs.
 *
 * An exploring process records little, and what it records depends on which memory it already knew to be shared.  So an
 * execution worth showing is made again from its schedule in two fresh processes: the first learns which memory is
 * shared, the second runs with that knowledge and records every event with its stack.  Two captures of the same
 * schedule are the same.
 *
 * A schedule counts operations, so it can be followed whatever is an event.  Where accesses to shared memory alone
 * would make more events than --max-events, as when threads use the same buffers one after the other, fewer of them are
 * events: first those to contended memory, then none but the two of a race (enum td_followed).  What a replay costs is
 * then in proportion to the execution.
 */
#ifndef TD_EXPLORE_REPLAY_H
#define TD_EXPLORE_REPLAY_H

#include "schedule.h"
#include "session.h"

/* With the events that `like` says.  NULL if the user killed it. */
struct td_trace *td_replay_capture(const struct td_command *command, const struct td_job *like,
				   const struct td_schedule *schedule, double watchdog);

/* The same for a finding that has no trace yet: with as many events as --max-events allows.  The job of the trace says
 * which. */
struct td_trace *td_replay_finding(const struct td_command *command, const struct td_job *like,
				   const struct td_schedule *schedule, double watchdog);

/* Follows a schedule as far as it can be followed, and gives the one that this made, if it ended in a finding: with it
 * the finding can be made again.  NULL if it did not, or the user killed it. */
struct td_schedule *td_replay_leniently(const struct td_command *command, const struct td_job *like,
					const struct td_schedule *schedule, double watchdog);

/* A session whose channel holds the job, the schedule and the shared ranges of the second pass, ready for a process
 * that has not been started.  NULL if the user killed the first pass. */
struct td_session *td_replay_prepare(const struct td_command *command, const struct td_job *like,
				     const struct td_schedule *schedule, double watchdog);

/* Whether an execution ended as another did: the same thing, by the same thread, at the same place.  Addresses are
 * compared by module and offset. */
int td_same_end(const struct td_ended *a, const struct td_module *modules_a, uint32_t count_a, const struct td_ended *b,
		const struct td_module *modules_b, uint32_t count_b);

/* An address as a number that does not depend on where its module was loaded. */
uint64_t td_relative_address(uint64_t address, const struct td_module *modules, uint32_t count);
uint64_t td_absolute_address(uint64_t relative, const struct td_module *modules, uint32_t count); /* back again */

#endif
