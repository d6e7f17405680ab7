#include "local_spin.h"

#include "watch.h"
#include "rt/code.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { FIRST = 20000, LONGEST_ROUND = 64, AT_MOST = 50000000 }; /* operations */

static void watch(struct td_fiber *fiber, uint64_t pc)
{
	fiber->loop.glance.pc = pc;
	td_watch_own_memory(fiber);
}

void td_local_spin_grant(struct td_fiber *fiber)
{
	if (unlikely(fiber->loop.glance.pc))
		watch(fiber, 0);
	fiber->loop.glance.over_at = fiber->op + AT_MOST;
	fiber->loop.glance.pause = FIRST;
	fiber->stop_at = fiber->op + FIRST;
}

static void begin(struct td_fiber *fiber, uint64_t pc)
{
	struct td_glance *glance = &fiber->loop.glance;
	glance->state = pc ? td_local_state(fiber) : 0;
	glance->own_changes = fiber->counts.own_changes;
	glance->until = fiber->op + LONGEST_ROUND;
	fiber->stop_at = fiber->op + 1;
	if (glance->state)
		watch(fiber, pc);
}

static void look_later(struct td_fiber *fiber)
{
	struct td_glance *glance = &fiber->loop.glance;
	watch(fiber, 0);
	glance->pause *= 2;
	fiber->stop_at = fiber->op + glance->pause < glance->over_at ? fiber->op + glance->pause : glance->over_at;
}

static int has_come_round(const struct td_fiber *fiber, uint64_t pc)
{
	return fiber->loop.glance.pc == pc && td_local_state(fiber) == fiber->loop.glance.state;
}

int td_local_spin_is_over(struct td_fiber *fiber, uint64_t pc)
{
	struct td_glance *glance = &fiber->loop.glance;
	if (fiber->op >= glance->over_at)
		return 1;
	if (!glance->pc) {
		begin(fiber, pc);
		return 0;
	}
	if (glance->own_changes != fiber->counts.own_changes || fiber->op >= glance->until) {
		look_later(fiber);
		return 0;
	}
	fiber->stop_at = fiber->op + 1;
	return has_come_round(fiber, pc);
}
