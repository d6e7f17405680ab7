/* What has to be known before an exploration: can executions run in place, and which memory is shared. */
#ifndef TD_EXPLORE_PREPARE_H
#define TD_EXPLORE_PREPARE_H

#include "session.h"

/* In which way executions can be made again: NONE, the program is not deterministic. */
enum td_isolation { TD_ISOLATION_INPLACE, TD_ISOLATION_FORK, TD_ISOLATION_NONE, TD_ISOLATION_INTERRUPTED };

/* Runs the plainest schedule twice in place and compares; if that differs, twice in forked children. */
enum td_isolation td_isolation_find(struct td_session *session, const struct td_job *like);

/* The same for a user.  Sets `isolate` to what
 * works and says so if it is not the usual.  Returns as td_session_run; channel->ended describes the last execution,
 * which may be a finding. */
int td_prepare_isolation(struct td_session *session, const struct td_job *like, uint32_t *isolate);

/* Runs the plainest schedule until it tells nothing new about shared memory, so that the first executions of an
 * exploration already have their scheduling points.  Returns as above. */
int td_prepare_ranges(struct td_session *session, const struct td_job *like);

/* Makes some random executions, until one does not pass: what the plainest schedule never comes to may be shared as
 * well. Returns as above. */
int td_prepare_scout(struct td_session *session, const struct td_job *like);

/* Which memory is known to be shared, as one number. */
uint64_t td_ranges_hash(const struct td_channel *channel);

#endif
