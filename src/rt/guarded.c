#include "guarded.h"

#include "access.h"
#include "host.h"
#include "race.h"
#include "rounds.h"
#include "sched.h"
#include "shadow.h"
#include "spin.h"

enum { BEAT = 1 << 16 }; /* operations: the watchdog is not to take a long computation for one that hangs */

uint8_t TD_STATE td_guarded_is_on;
static uint64_t TD_STATE orders_more; /* that something does is noted where what is shared is: at this address */

void td_guarded_begin(void)
{
	const struct td_job *job = &td_channel->job;
	int can_be = td_race_is_on && !(*td_shadow((uint64_t)&orders_more) & TD_SHADOW_SHARED);
	td_guarded_is_on = job->guarded && job->kind != TD_JOB_FOLLOW && can_be;
}

int td_guarded_has(uint64_t address, uint64_t size)
{
	int is_in_granule = (address & 7) + size <= 8;
	uint16_t any = is_in_granule ? *td_shadow(address) : td_shadow_any(address, address + size);
	return !(any & (TD_SHADOW_CONTENDED | TD_SHADOW_NO_ACCESS));
}

/* It may be what the thread waits for in a loop. */
static void look(struct td_fiber *fiber, uint64_t address, uint64_t size)
{
	uint64_t value = 0;
	td_peek(address, size >= 8 ? 8 : size >= 4 ? 4 : (unsigned)size, &value);
	td_looked(fiber, value);
}

/* A loop that does so does not go round (alone.h). */
static void change(struct td_fiber *fiber)
{
	fiber->own_changes++;
	td_progress(fiber);
}

void td_guarded_access(struct td_fiber *fiber, uint64_t address, uint64_t size, int write, uint64_t pc)
{
	fiber->pending = (struct td_pending){.object = address, .pc = pc, .size = (uint32_t)size, .kind = write ? TD_WRITE : TD_READ,
					     .writes = (uint8_t)write, .flags = size > 8 ? TD_F_RANGE : 0};
	td_access_check(fiber, address, size, write, pc);
	if (unlikely(fiber->op % BEAT == 0))
		td_channel->done.beat++;
	td_cells_access(fiber);
	td_rounds_did(fiber);
	if (write)
		change(fiber);
	else
		look(fiber, address, size);
}

static void learn(const struct td_seen *access)
{
	for (uint64_t at = access->address; at < access->address + access->size; at = (at | 7) + 1)
		td_shadow_learn_contended(at);
}

void td_guarded_met(const struct td_seen *earlier, const struct td_seen *later)
{
	learn(earlier);
	learn(later);
}

static void refuse(enum td_kind kind, uint64_t pc)
{
	if (!td_guarded_is_on || *td_shadow((uint64_t)&orders_more)) /* nobody else touches it: it is learned already */
		return;
	if (!td_channel->unguarded) {
		td_channel->unguarded = kind;
		td_channel->unguarded_pc = pc;
	}
	td_shadow_learn((uint64_t)&orders_more);
}

void td_guarded_refuse(const struct td_fiber *fiber)
{
	refuse(fiber->pending.kind, fiber->pending.pc);
}

void td_guarded_too_many(void)
{
	refuse(TD_WRITE, 0);
}
