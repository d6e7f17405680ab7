#include "protected_access.h"

#include "access.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { BEAT = 1 << 16 }; /* operations: the watchdog is not to take a long computation for one that hangs */

/* It may be what the thread waits for in a loop. */
static void look(struct td_fiber *fiber, uint64_t address, uint64_t size)
{
	uint64_t value = 0;
	td_peek(address, size >= 8 ? 8 : size >= 4 ? 4 : (unsigned)size, &value);
	td_looked(fiber, value);
}

/* A loop that does so does not go round (local_spin.h). */
static void change(struct td_fiber *fiber)
{
	fiber->counts.own_changes++;
	td_progress(fiber);
}

void td_protected_access(struct td_fiber *fiber, uint64_t address, uint64_t size, int write, uint64_t pc)
{
	fiber->pending = (struct td_pending){.object = address, .pc = pc, .size = (uint32_t)size, .kind = write ? TD_WRITE : TD_READ,
					     .writes = (uint8_t)write, .flags = size > 8 ? TD_F_RANGE : 0};
	td_access_check(fiber, address, size, write, pc);
	if (unlikely(fiber->op % BEAT == 0))
		td_channel->done.beat++;
	td_cells_access(fiber);
	td_lock_polling_did(fiber);
	if (write)
		change(fiber);
	else
		look(fiber, address, size);
}
