#include "progress.h"

#include "base/base.h"

#include <unistd.h>

static const double terminal_pause = 0.1, plain_pause = 10;

void td_progress_begin(struct td_progress *self, int quiet, double time_limit, uint64_t most_executions)
{
	double now = td_now();

	*self = (struct td_progress){ .quiet = quiet, .terminal = isatty(2), .begin = now, .last = now,
				      .time_limit = time_limit, .most_executions = most_executions };
}

/* What is left until the nearer of the two limits. */
static double seconds_left(const struct td_progress *self, double passed, uint64_t executions)
{
	double left = (double)(self->most_executions - executions) * passed / (double)(executions ? executions : 1);

	if (self->time_limit > 0 && self->time_limit - passed < left)
		left = self->time_limit - passed;
	return left < 0 ? 0 : left;
}

void td_progress_show(struct td_progress *self, const struct td_counts *counts)
{
	double now = td_now(), passed = now - self->begin;
	char text[160];

	if (self->quiet || now - self->last < (self->terminal ? terminal_pause : plain_pause))
		return;
	self->last = now;
	snprintf(text, sizeof text, "%llu executions, %.0f/s, %llu classes, %llu finding%s, %.0f s left",
		 (unsigned long long)counts->executions, passed > 0 ? (double)counts->executions / passed : 0,
		 (unsigned long long)counts->classes, (unsigned long long)counts->findings,
		 counts->findings == 1 ? "" : "s", seconds_left(self, passed, counts->executions));
	if (self->terminal)
		fprintf(stderr, "\r\033[K%s", text);
	else
		fprintf(stderr, "treadle: %s\n", text);
	self->shown = self->terminal;
	fflush(stderr);
}

void td_progress_clear(struct td_progress *self)
{
	if (self->shown)
		fprintf(stderr, "\r\033[K");
	self->shown = 0;
}
