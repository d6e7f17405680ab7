#include "estimate.h"

#include <math.h>
#include <string.h>

static const double most_unseen = 4;

static double total_of(uint64_t executions, double fraction)
{
	return fraction > 0 ? (double)executions / fraction : 0;
}

/* Old moments are of no use: they are before the last quarter. */
static void make_room(struct td_estimate *self)
{
	uint32_t drop = TD_MOMENTS / 4;

	memmove(self->moments, self->moments + drop, (TD_MOMENTS - drop) * sizeof *self->moments);
	self->count -= drop;
}

void td_estimate_add(struct td_estimate *self, uint64_t executions, double fraction)
{
	if (fraction <= 0)
		return;
	if (self->count == TD_MOMENTS)
		make_room(self);
	self->moments[self->count++] = (struct td_moment){ executions, total_of(executions, fraction) };
}

/* By which factor the estimates of late differ from the one of now. */
static double moved(const struct td_estimate *self, uint64_t executions, double total)
{
	double most = 1;

	for (uint32_t i = 0; i < self->count; i++) {
		const struct td_moment *moment = &self->moments[i];
		double factor = moment->total > total ? moment->total / total : total / moment->total;

		if (moment->executions >= executions / 4 && factor > most)
			most = factor;
	}
	return most;
}

struct td_expected td_estimate_now(const struct td_estimate *self, uint64_t executions, double fraction)
{
	double total = total_of(executions, fraction),
	       factor = moved(self, executions, total) * pow(most_unseen, 1 - fraction);
	double low = total / factor;

	if (fraction >= 1)
		return (struct td_expected){ total, total, total };
	return (struct td_expected){ total, low > (double)executions ? low : (double)executions, total * factor };
}
