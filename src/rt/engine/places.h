/* How far an execution has come in the sequence of places that the job asks for (channel.steer).
 *
 * A thread comes to a place when it does an operation there.  An operation that it waits for when all threads wait for
 * each other was come to last.  The execution has come to the first n places if n of its events are at them in this
 * order; which ones is left open, so that a place that is come to again can be the earlier or the later one. */
#ifndef TD_RT_PLACES_H
#define TD_RT_PLACES_H

#include "rt/state.h"

void td_places_begin_job(void);
void td_places_done(const struct td_event *event);
void td_places_ended(void); /* in a deadlock: what threads wait for counts as well */
uint32_t td_places_seen(void);
int td_places_are_seen(void);                              /* all of them */
int td_places_is_next(const struct td_fiber *fiber);       /* its pending operation is at the next one */
int td_places_is_later(const struct td_fiber *fiber);      /* ... at a later one: too early */
uint32_t td_places_distance(const struct td_fiber *fiber); /* to the next place; TD_FAR: not known */
int td_places_have(uint64_t address, uint64_t size, uint64_t pc); /* is such an access at one of them? */
uint64_t td_places_hash(void);                             /* of what has been come to */

#endif
