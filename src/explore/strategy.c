#include "strategy.h"

#include "base/base.h"
#include "base/options.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST_PCT = 5, USUAL_BOUND = 2, NO_BOUND = TD_MOST_BOUND };

/* Of the programs of t/bad, each with ten seeds, the portfolio found 1074 of 1100 within 100 executions and the last
 * after 337. */
enum { OPENING = 1000 };

/* Random walk and POS find most shallow bugs and cost least, so they have most turns; PCT finds what needs a thread to
 * be held back for long; the bounded search can say that nothing is left, and comes first because its first execution,
 * without a preemption, is the one a user expects. */
static const struct td_policy portfolio[] = {
	{ TD_POLICY_PREEMPTIONS, 0 }, { TD_POLICY_RANDOM, 0 }, { TD_POLICY_POS, 0 }, { TD_POLICY_PCT, 2 },
	{ TD_POLICY_PCT, 3 }, { TD_POLICY_RANDOM, 0 }, { TD_POLICY_POS, 0 }, { TD_POLICY_PCT, 1 },
};

static int is_depth_first(uint32_t kind)
{
	return kind == TD_POLICY_DELAYS || kind == TD_POLICY_PREEMPTIONS || td_policy_is_systematic(kind);
}

int td_strategy_is_tracing(const struct td_strategy *self)
{
	return self->policies[0].kind == TD_POLICY_TRACES || self->policies[0].kind == TD_POLICY_READS_FROM;
}

int td_strategy_is_bounded(const struct td_strategy *self)
{
	uint32_t kind = self->depth_first < 0 ? TD_POLICIES : self->policies[self->depth_first].kind;

	return kind == TD_POLICY_DELAYS || kind == TD_POLICY_PREEMPTIONS;
}

static void add(struct td_strategy *self, enum td_policy_kind kind, uint32_t param)
{
	if (self->count == TD_MAX_POLICIES)
		usage("--strategy: more than %d policies", TD_MAX_POLICIES);
	if (is_depth_first(kind)) {
		if (self->depth_first >= 0)
			usage("--strategy: only one of delays and preemptions, and once");
		self->depth_first = (int)self->count;
	}
	self->policies[self->count++] = (struct td_policy){ kind, param };
}

static void add_portfolio(struct td_strategy *self)
{
	for (size_t i = 0; i < sizeof portfolio / sizeof *portfolio; i++)
		add(self, portfolio[i].kind, portfolio[i].param);
	self->last_bound = NO_BOUND;
}

static uint32_t parse_param(const char *name, const char *text, unsigned long least, unsigned long most)
{
	char *end;
	unsigned long number = strtoul(text, &end, 10);

	if (end == text || *end || *text == '-' || number < least || number > most)
		usage("--strategy %s:%s: wants a number from %lu to %lu", name, text, least, most);
	return (uint32_t)number;
}

/* What --strategy takes: a row each. */
struct named {
	const char *name;
	enum td_policy_kind kind;
	void (*add)(struct td_strategy *self, const struct named *row, const char *param);
};

static void refuse_param(const struct named *row, const char *param)
{
	if (param)
		usage("--strategy %s takes no number", row->name);
}

static void add_plain(struct td_strategy *self, const struct named *row, const char *param)
{
	refuse_param(row, param);
	add(self, row->kind, 0);
}

static void add_mix(struct td_strategy *self, const struct named *row, const char *param)
{
	refuse_param(row, param);
	add_portfolio(self);
}

static void add_pct(struct td_strategy *self, const struct named *row, const char *param)
{
	if (param) {
		add(self, row->kind, parse_param(row->name, param, 1, DEEPEST_PCT));
		return;
	}
	for (uint32_t depth = 1; depth <= DEEPEST_PCT; depth++)
		add(self, row->kind, depth);
}

static void add_bounded(struct td_strategy *self, const struct named *row, const char *param)
{
	add(self, row->kind, 0);
	self->last_bound = param ? parse_param(row->name, param, 0, NO_BOUND) : USUAL_BOUND;
}

static const struct named rows[] = {
	{ "portfolio", TD_POLICIES, add_mix },
	{ "random", TD_POLICY_RANDOM, add_plain },
	{ "pos", TD_POLICY_POS, add_plain },
	{ "pct", TD_POLICY_PCT, add_pct },
	{ "delays", TD_POLICY_DELAYS, add_bounded },
	{ "preemptions", TD_POLICY_PREEMPTIONS, add_bounded },
	{ "run-on", TD_POLICY_RUN_ON, add_plain },
};

enum { ROWS = sizeof rows / sizeof *rows };

static _Noreturn void unknown(const char *name)
{
	const char *names[ROWS + 1] = { 0 }, *closest;
	char *all = NULL;

	for (size_t i = 0; i < ROWS; i++) {
		char *longer = td_format("%s%s%s", all ? all : "",
					 i == 0         ? ""
					 : i + 1 < ROWS ? ", "
							: " and ",
					 rows[i].name);

		free(all);
		all = longer;
		names[i] = rows[i].name;
	}
	closest = td_closest_word(name, names);
	if (closest)
		usage("--strategy: unknown strategy '%s'; did you mean %s?", name, closest);
	usage("--strategy: unknown strategy '%s'; there are %s", name, all);
}

static void add_named(struct td_strategy *self, const char *name, const char *param)
{
	for (size_t i = 0; i < ROWS; i++)
		if (!strcmp(name, rows[i].name)) {
			rows[i].add(self, &rows[i], param);
			return;
		}
	unknown(name);
}

void td_strategy_usual(struct td_strategy *self)
{
	*self = (struct td_strategy){ .depth_first = -1, .opening = OPENING };
	add_portfolio(self);
}

void td_strategy_bounded(struct td_strategy *self, enum td_policy_kind kind, uint32_t last_bound)
{
	*self = (struct td_strategy){ .depth_first = -1, .last_bound = last_bound, .systematic = 1 };
	add(self, kind, 0);
}

int td_strategy_ends(const struct td_strategy *self)
{
	return self->opening > 0 || self->systematic;
}

void td_strategy_parse(struct td_strategy *self, const char *text)
{
	char *copy = td_strdup(text), *rest = copy, *name, *param;

	*self = (struct td_strategy){ .depth_first = -1 };
	while ((name = strsep(&rest, ","))) {
		param = strchr(name, ':');
		if (param)
			*param++ = 0;
		add_named(self, name, param);
	}
	free(copy);
}

int td_strategy_is_single(const struct td_strategy *self)
{
	return self->count == 1 && self->policies[0].kind == TD_POLICY_RUN_ON;
}

void td_strategy_systematic(struct td_strategy *self, const char *equivalence)
{
	*self = (struct td_strategy){ .depth_first = -1, .systematic = 1 };
	if (!strcmp(equivalence, "interleaving"))
		add(self, TD_POLICY_ALL, 0);
	else if (!strcmp(equivalence, "trace"))
		add(self, TD_POLICY_TRACES, 0);
	else if (!strcmp(equivalence, "rf"))
		add(self, TD_POLICY_READS_FROM, 0);
	else
		usage("--equivalence %s: wants interleaving, trace or rf", equivalence);
}

int td_strategy_can_be_shared(const struct td_strategy *self)
{
	return self->opening > 0 || self->policies[0].kind == TD_POLICY_TRACES;
}
