#include "choose.h"

#include "record.h"
#include "sched.h"
#include "rt/loops.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

static void arrive(struct td_fiber *self, uint64_t pc)
{
	td_point(self, TD_CHOOSE, 0, 0, pc);
	self->pending.object = (uint64_t)self->name_number << 32; /* concerns no other thread */
}

static uint32_t done(struct td_fiber *self, uint32_t outcome, uint64_t value)
{
	td_record(self, value);
	self->hash = td_mix(self->hash, outcome + 1ull);
	td_progress(self);
	return outcome;
}

uint32_t td_choose(uint32_t n, uint64_t pc)
{
	arrive(td_current, pc);
	uint32_t outcome = td_choice(n);
	return done(td_current, outcome, outcome);
}

int64_t td_choose_value(uint32_t n, const int64_t *values, uint64_t pc)
{
	arrive(td_current, pc);
	uint32_t outcome = td_choice(n);
	done(td_current, outcome, (uint64_t)values[outcome]);
	return values[outcome];
}

int td_choose_seldom(uint64_t pc)
{
	arrive(td_current, pc);
	uint32_t outcome = td_choice_seldom();
	return (int)done(td_current, outcome, outcome);
}
