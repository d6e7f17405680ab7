#include "protected.h"

#include "race.h"
#include "race_cells.h"
#include "rt/state.h"
#include "rt/sys.h"

uint8_t TD_STATE td_protected_is_on;
static uint64_t TD_STATE orders_more; /* that something does is noted where what is shared is: at this address */

void td_protected_begin(void)
{
	const struct td_job *job = &td_channel->job;
	if (job->kind == TD_JOB_FOLLOW) { /* the schedule has its order, whatever is an event */
		td_protected_is_on = job->followed != TD_FOLLOWED_ALL;
		return;
	}
	int can_be = td_race_is_on && !(*td_shadow((uint64_t)&orders_more) & TD_SHADOW_SHARED);
	td_protected_is_on = job->protected && can_be;
}

static uint16_t kept_as_events(void)
{
	return td_channel->job.followed == TD_FOLLOWED_NONE ? TD_SHADOW_NO_ACCESS : TD_SHADOW_CONTENDED | TD_SHADOW_NO_ACCESS;
}

int td_protected_has(uint64_t address, uint64_t size)
{
	int is_in_granule = (address & 7) + size <= 8;
	uint16_t any = is_in_granule ? *td_shadow(address) : td_shadow_any(address, address + size);
	return !(any & kept_as_events());
}

int td_protected_is_target(const struct td_fiber *fiber)
{
	const struct td_race_target *race = &td_channel->job.race;
	return (fiber->id == race->thread[0] && fiber->op == race->op[0]) || (fiber->id == race->thread[1] && fiber->op == race->op[1]);
}

static void learn(const struct td_seen *access)
{
	for (uint64_t at = access->address; at < access->address + access->size; at = (at | 7) + 1)
		td_shadow_learn_contended(at);
}

void td_protected_met(const struct td_seen *earlier, const struct td_seen *later)
{
	learn(earlier);
	learn(later);
}

static void refuse(enum td_kind kind, uint64_t pc)
{
	if (!td_protected_is_on || td_channel->job.kind == TD_JOB_FOLLOW || *td_shadow((uint64_t)&orders_more)) /* nobody else touches it: it is learned already */
		return;
	if (!td_channel->unprotected) {
		td_channel->unprotected = kind;
		td_channel->unprotected_pc = pc;
	}
	td_shadow_learn((uint64_t)&orders_more);
}

void td_protected_refuse(const struct td_fiber *fiber)
{
	refuse(fiber->pending.kind, fiber->pending.pc);
}

void td_protected_too_many(void)
{
	refuse(TD_WRITE, 0);
}
