#include "watch.h"

#include "livelock.h"
#include "lock_polling.h"
#include "spin.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { OWN_FOR_AN_EVENT = 200 /* operations on its own memory: after so many for each event that is allowed they are events, too */ };

static uint8_t TD_EXECUTION some_loop;      /* a thread may go round, or may have done so: others have to look what they change */

/* With a tag that no granule has, every access takes the slow way. */
static void watch(struct td_fiber *fiber, int on)
{
	fiber->loop.watched = (uint8_t)on;
	if (on || fiber->loop.suspect || fiber->loop.glance.pc || fiber->loop.round.state || fiber->likeness ||
	    td_livelock_is_tried || td_channel->job.hash_all || td_sees_all())
		fiber->tag = TD_SHADOW_MANY;
	else
		fiber->tag = (uint16_t)(fiber->id + 1);
}

void td_suspect(struct td_fiber *fiber, int on)
{
	fiber->loop.suspect = (uint8_t)on;
	some_loop |= (uint8_t)on;
	watch(fiber, fiber->loop.watched);
}

void td_watch_own_memory(struct td_fiber *fiber)
{
	some_loop |= fiber->loop.round.state != 0;
	watch(fiber, fiber->loop.watched);
}

void td_watch_closely(struct td_fiber *fiber)
{
	watch(fiber, 1);
}

void td_changed_own_memory(struct td_fiber *fiber)
{
	fiber->counts.own_changes++;
	td_lock_polling_changed(fiber);
	if (!fiber->loop.suspect)
		return;
	fiber->counts.stamp++;
	fiber->loop.forgotten = fiber->loop.hit_count = 0;
	td_suspect(fiber, 0);
}

void td_watch_begin(struct td_fiber *fiber)
{
	watch(fiber, 0);
}

void td_progress(struct td_fiber *fiber)
{
	td_spin_forget(fiber);
	if (unlikely(fiber->loop.watched || fiber->loop.suspect)) {
		fiber->loop.suspect = 0;
		uint64_t alone_for = fiber->op - fiber->turn.alone_since;
		watch(fiber, fiber->turn.stops && alone_for > OWN_FOR_AN_EVENT * td_event_limit);
	}
	td_last_change = td_event_count;
	for (uint32_t i = 0; unlikely(some_loop) && i < td_enabled_count; i++) {
		struct td_fiber *other = td_enabled[i];
		if ((other->loop.spinning || other->loop.suspect || other->loop.waker_count) && other != fiber)
			td_spin_written(other, &fiber->pending);
	}
}

void td_spins(struct td_fiber *fiber)
{
	fiber->loop.spinning = 1;
	some_loop = 1;
	td_channel->done.spun |= td_mode.is_systematic;
	td_some_quiet = 1;
}
