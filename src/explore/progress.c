#include "progress.h"

#include "base/base.h"

#include <math.h>
#include <unistd.h>

static const double terminal_pause = 0.1, plain_pause = 10, vast = 1e15, vague = 10;

void td_progress_begin(struct td_progress *self, int quiet)
{
	double now = td_now();

	*self = (struct td_progress){
		.quiet = quiet, .terminal = isatty(2), .begin = now, .last = now, .most = UINT64_MAX};
}

void td_progress_restart(struct td_progress *self, uint64_t executions)
{
	self->begin = td_now();
	self->first = executions;
}

void td_progress_limit(struct td_progress *self, double deadline, uint64_t most)
{
	self->deadline = deadline;
	self->most = most;
}

static double per_second(const struct td_progress *self, double now, uint64_t executions)
{
	return now > self->begin ? (double)(executions - self->first) / (now - self->begin) : 0;
}

/* Until all is done that is to be expected, or the nearer of the limits; negative: that is not known. */
static double seconds_left(const struct td_progress *self, double now, const struct td_counts *counts)
{
	double speed = per_second(self, now, counts->executions), each = speed > 0 ? 1 / speed : 0, left = -1;

	if (self->most != UINT64_MAX && speed > 0)
		left = (double)(self->most - counts->executions) * each;
	if (counts->expected.total > 0 && speed > 0 &&
	    (left < 0 || (counts->expected.total - (double)counts->executions) * each < left))
		left = (counts->expected.total - (double)counts->executions) * each;
	if (self->deadline > 0 && (left < 0 || self->deadline - now < left))
		left = self->deadline > now ? self->deadline - now : 0;
	return left;
}

/* With commas between thousands; what takes too long to wait for is a power of ten. */
static const char *grouped(double number, char *text, size_t size)
{
	char plain[40];
	size_t to = 0;

	if (number >= vast) {
		snprintf(text, size, "10^%.0f", floor(log10(number)));
		return text;
	}
	int length = snprintf(plain, sizeof plain, "%.0f", number);

	for (int i = 0; i < length && to + 2 < size; i++) {
		if (i && (length - i) % 3 == 0)
			text[to++] = ',';
		text[to++] = plain[i];
	}
	text[to] = 0;
	return text;
}

/* Three digits are more than an estimate knows. */
static double rounded(double number)
{
	double unit = number > 0 ? pow(10, floor(log10(number)) - 1) : 1;

	return unit > 1 ? round(number / unit) * unit : round(number);
}

static void say_expected(const struct td_counts *counts, char *text, size_t size)
{
	const struct td_expected *expected = &counts->expected;
	char total[56], low[56], high[56];

	if (expected->total <= 0)
		return;
	snprintf(text, size, " of about %s%s (%s to %s)", grouped(rounded(expected->total), total, sizeof total),
		 expected->high > vague * expected->low ? ", a guess" : "",
		 grouped(rounded(expected->low), low, sizeof low), grouped(rounded(expected->high), high, sizeof high));
}

static void print(struct td_progress *self, const char *text)
{
	if (self->terminal)
		fprintf(stderr, "\r\033[K%s", text);
	else
		fprintf(stderr, "treadle: %s\n", text);
	self->shown = self->terminal;
	fflush(stderr);
}

static void say_left(double seconds, char *text, size_t size)
{
	if (seconds >= 0 && seconds < 7200)
		snprintf(text, size, ", %.0f s left", seconds);
	else if (seconds >= 0)
		snprintf(text, size, ", %.0f hours left", seconds / 3600);
}

void td_progress_show(struct td_progress *self, const struct td_counts *counts)
{
	double now = td_now();
	char text[400], all[200] = "", bound[40] = "", classes[40] = "", left[60] = "";

	if (self->quiet || now - self->last < (self->terminal ? terminal_pause : plain_pause))
		return;
	self->last = now;
	if (counts->bound >= 0)
		snprintf(bound, sizeof bound, "bound %d: ", counts->bound);
	if (counts->classes != UINT64_MAX)
		snprintf(classes, sizeof classes, ", %llu classes", (unsigned long long)counts->classes);
	say_expected(counts, all, sizeof all);
	say_left(seconds_left(self, now, counts), left, sizeof left);
	snprintf(text, sizeof text, "%s%llu executions%s, %.0f/s%s, %llu finding%s%s", bound,
		 (unsigned long long)counts->executions, all, per_second(self, now, counts->executions),
		 classes, (unsigned long long)counts->findings, counts->findings == 1 ? "" : "s", left);
	print(self, text);
}

void td_progress_clear(struct td_progress *self)
{
	if (self->shown)
		fprintf(stderr, "\r\033[K");
	self->shown = 0;
}
