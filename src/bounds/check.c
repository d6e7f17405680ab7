#include "check.h"
#include "pointers.h"

#include <stdlib.h>

typedef struct td_opinion whole_pattern(struct td_check *self);

static whole_pattern *const whole_patterns[] = { td_pattern_end, td_pattern_recursion, td_pattern_once, td_pattern_range,
					       td_pattern_wait, td_pattern_handed, td_pattern_relay,
					       td_pattern_classes, td_pattern_rounds };

static void add_reached(const struct td_program *program, uint32_t number, struct td_set *set)
{
	const struct td_function *function = &program->all.functions.items[number];

	td_set_add(set, number);
	td_reach_from(program, function->first, function->first + function->count, set);
}

/* for_each(list, start): where the way leads through a parameter, that is the same function in each round. */
static void find_inside(struct td_check *self)
{
	uint32_t site = self->sites[self->level];
	size_t writes;
	bool is_handed = self->level && td_calls_parameter(self->program, site);

	td_writes_of(self->program, td_node(self->program, site + 1)->name, &writes);
	is_handed = is_handed && !writes;
	td_set_make(&self->inside, self->program);
	td_reach_from(self->program, self->loop.first, is_handed ? site : self->loop.last, &self->inside);
	if (is_handed) {
		td_reach_from(self->program, site + 1, self->loop.last, &self->inside);
		add_reached(self->program, self->scopes[self->level - 1].function, &self->inside);
	}
	for (size_t i = 0; i < self->level; i++)
		td_set_add(&self->inside, self->scopes[i].function);
	td_set_make(&self->others, self->program);
	td_reach_threads(self->program, self->scopes[self->level].function, &self->others);
}

/* What is given to the creation may have been given to the function that creates. */
static void find_created(struct td_check *self)
{
	const struct td_program *program = self->program;

	td_set_make(&self->created, program);
	for (unsigned i = 1; td_child(program, self->sites[0], i); i++) {
		const struct td_scope *scope = &self->scopes[0];
		uint32_t argument = td_resolve(self, td_child(program, self->sites[0], i), &scope);
		size_t count;
		const struct td_use *functions =
		    td_uses_of(&program->functions, td_node(program, td_without_address(program, argument))->name, &count);

		for (size_t j = 0; j < count; j++)
			add_reached(program, functions[j].node, &self->created);
	}
}

static void find_doings(struct td_check *self)
{
	struct td_held held = td_locks_around(self->program, self->loop.node, self->loop.first, self->loop.last, &self->inside);

	if (held.count || td_commands_matter(self->program, &self->inside))
		self->doings = td_doings_of(self->program, self->loop.first, self->loop.last, &held);
	free(held.items);
	for (size_t i = 0; self->doings && i < self->level; i++)
		td_doings_add(self->doings, self->scopes[i].function);
}

static void conclude(struct td_check *self, const char *pattern, char *why)
{
	free(self->why);
	self->pattern = pattern;
	self->why = why;
}

/* The condition that the verdict rests on. */
static void conclude_from_conditions(struct td_check *self, enum td_bound verdict)
{
	for (size_t i = 0; i < self->conditions.count; i++)
		if (self->conditions.items[i].verdict == verdict) {
			conclude(self, self->conditions.items[i].pattern,
				 self->conditions.items[i].why ? td_strdup(self->conditions.items[i].why) : NULL);
			return;
		}
	conclude(self, "end", td_strdup("the loop ends after one round"));
}

/* First what the conditions say themselves, and only if that is not enough where their values come from: in a large program the one
 * question that counts may come after all those that lead far away have used up what may be asked. */
static enum td_bound judge_conditions(struct td_check *self)
{
	const struct td_formula *all = td_conditions_of(self);
	enum td_bound verdict, further;

	self->asked = TD_MOST_ASKED;
	verdict = td_judge(self, all);
	if (verdict == TD_BOUNDED)
		return verdict;
	self->asked = self->trends = 0;
	further = td_judge(self, all);
	return further > verdict ? further : verdict;
}

enum td_bound td_check_loop(struct td_check *self)
{
	enum td_bound verdict;

	find_inside(self);
	find_created(self);
	find_doings(self);
	verdict = judge_conditions(self);
	if (verdict)
		conclude_from_conditions(self, verdict);
	for (size_t i = 0; i < sizeof whole_patterns / sizeof *whole_patterns && verdict != TD_BOUNDED; i++) {
		struct td_opinion opinion = whole_patterns[i](self);

		if (opinion.verdict > verdict || (!verdict && opinion.why && !self->why)) {
			verdict = opinion.verdict;
			conclude(self, opinion.pattern, opinion.why);
		} else {
			free(opinion.why);
		}
	}
	return verdict;
}

void td_check_free(struct td_check *self)
{
	while (self->made) {
		struct td_formula *next = self->made->next;

		free(self->made->parts);
		free(self->made);
		self->made = next;
	}
	while (self->entered) {
		struct td_scope *next = self->entered->next;

		free(self->entered);
		self->entered = next;
	}
	for (size_t i = 0; i < self->conditions.count; i++)
		free(self->conditions.items[i].why);
	free(self->conditions.items);
	free(self->open.items);
	free(self->why);
	td_set_free(&self->inside);
	td_set_free(&self->by_name);
	td_set_free(&self->others);
	td_set_free(&self->created);
	td_doings_free(self->doings);
}
