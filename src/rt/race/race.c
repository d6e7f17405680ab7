#include "race.h"

#include "protected.h"
#include "race_book.h"
#include "race_cells.h"
#include "race_clock.h"
#include "rt/state.h"
#include "rt/sys.h"

uint8_t TD_STATE td_race_is_on, td_race_is_awaited;

void td_race_setup(void)
{
	td_clocks_setup();
	td_cells_setup();
	td_book_setup();
}

static int is_plain(const struct td_pending *op)
{
	return !op->unshared && (op->kind == TD_FREE || ((op->kind == TD_READ || op->kind == TD_WRITE) && !(op->flags & TD_F_ATOMIC)));
}

void td_race_await(const struct td_fiber *fiber)
{
	if (!is_plain(&fiber->pending))
		return;
	td_race_is_awaited = 0;
	td_channel->could_race = 1;
	td_channel->done.grown |= td_job_is_systematic(&td_channel->job) && !td_race_is_on; /* it has not looked so far: once more */
}

/* Atomics do not race with each other: a search that has met nothing else does without clocks and cells. */
void td_race_reset(void)
{
	const struct td_job *job = &td_channel->job;
	int does_wait = td_job_is_systematic(job) && !job->every_access && job->learn && !td_channel->could_race;
	int is_wanted = job->races || job->protected;
	int is_followed = job->kind == TD_JOB_FOLLOW && (job->race.op[1] || job->followed != TD_FOLLOWED_ALL);
	td_race_is_on = is_followed || (is_wanted && !does_wait);
	td_race_is_awaited = !td_channel->could_race && (is_wanted || !td_job_is_systematic(job));
	td_protected_begin();
	if (!td_race_is_on)
		return;
	td_clocks_reset();
	td_cells_reset();
	td_book_reset();
}

void td_race_mark(void)
{
	if (!td_race_is_on)
		return;
	td_clocks_mark();
	td_cells_mark();
	td_book_mark();
}

void td_race_back(void)
{
	if (td_race_is_on)
		td_clocks_back();
}

/* An assumption that does not hold says that the execution should not have been; and where there was no room for what has to be
 * known, nothing that was noted can be relied upon. */
uint32_t td_race_commit(void)
{
	if (!td_race_is_on)
		return 0;
	int is_blind = td_clocks_are_full() || td_cells_are_full();
	td_channel->done.blind += is_blind;
	if (is_blind)
		td_protected_too_many();
	if (!is_blind && td_channel->ended.end != TD_END_ASSUME && (td_channel->job.races || td_channel->job.race.op[1]))
		return td_book_commit();
	td_book_drop();
	return 0;
}

int td_race_was_met(void)
{
	return td_race_is_on && td_book_has_new();
}

void td_race_fresh(uint64_t start, uint64_t end)
{
	if (td_race_is_on)
		td_cells_forget(start, end);
}

void td_race_benign(uint64_t start, uint64_t size)
{
	if (td_race_is_on)
		td_book_benign(start, size);
}
