#include "spin_assume.h"

#include "spin.h"
#include "watch.h"
#include "rt/core.h"
#include "rt/code.h"
#include "rt/state.h"
#include "rt/sys.h"

/* What is known of code is noted where what is shared is, at addresses where nothing of the program lies. */
static uint16_t *note_of(uint64_t pc, uint64_t *address)
{
	*address = pc ^ 1ull << 46;
	return td_shadow(*address);
}

static int is_in_loop(uint64_t pc)
{
	uint64_t address;
	return *note_of(pc, &address) & TD_SHADOW_SHARED;
}

void td_spin_assume_looked_again(uint64_t pc)
{
	uint64_t address;
	if (!*note_of(pc, &address) && td_channel->job.learn)
		td_shadow_learn(address);
}

static void assume(struct td_fiber *fiber, uint32_t round_before)
{
	td_spins(fiber);
	fiber->loop.spin_assumed = fiber->loop.spins_for_sure = 1;
	fiber->loop.round_before = round_before;
	fiber->loop.would_see_more = fiber->loop.written > round_before;
}

/* What decides how the thread goes on, if it looks now; 0 if it cannot be found out.  Its memory, other than its stack, is watched. */
static uint64_t state_of(const struct td_fiber *fiber)
{
	uint64_t state = td_live_state(fiber);
	return state ? td_mix(state, (uint64_t)fiber->counts.same_stores << 32 | fiber->time.looks) | 1 : 0;
}

void td_spin_assume_arrive(struct td_fiber *fiber)
{
	if (!td_strategy->is_by_trace || fiber->stretch.depth || !is_in_loop(fiber->pending.pc))
		return;
	const struct td_read_memory *memory = td_looked_before(fiber);
	fiber->loop.arrival = state_of(fiber);
	if (!fiber->loop.suspect)
		td_spin_suspect(fiber, NULL);
	if (memory && fiber->loop.arrival && memory->arrival == fiber->loop.arrival)
		assume(fiber, memory->look - 1);
}

void td_spin_assume_written(struct td_fiber *fiber, const struct td_pending *write)
{
	fiber->loop.would_see_more |= td_last_look_at(fiber, write) > fiber->loop.round_before;
}

static void wait_for_writers(struct td_fiber *fiber)
{
	fiber->loop.spin_assumed = fiber->loop.waker_count = 0;
	fiber->loop.hit_count = 0;
	fiber->loop.has_come_round = 1;
	fiber->loop.spun_at = fiber->loop.looks;
}

void td_spin_assume_no_longer(void)
{
	for (uint32_t i = 0; i < td_enabled_count; i++)
		if (td_enabled[i]->loop.spin_assumed)
			wait_for_writers(td_enabled[i]);
}

int td_spin_assume_is_in_vain(void)
{
	for (uint32_t i = 0; i < td_enabled_count; i++)
		if (td_enabled[i]->loop.spin_assumed && td_enabled[i]->loop.would_see_more)
			return 1;
	return 0;
}
