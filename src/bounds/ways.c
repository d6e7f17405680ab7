#include "ways.h"

#include "pointers.h"
#include "programs.h"

#include <stdlib.h>
#include <string.h>

/* A function that is called from everywhere is not followed everywhere. */
enum { MOST_WAYS = 4000 };

struct walk {
	const struct td_program *program;
	const struct td_limits *limits;
	struct td_set threads;
	struct td_doings *in_threads;
	struct td_findings *findings;
	enum td_resource resource;
	uint32_t sites[TD_MOST_PLACES];
	size_t level, loops;     /* so far on this way */
	size_t once;             /* how many calls on this way are made once and never again */
	size_t ways;
	bool any;                /* a loop was seen */
};

static uint32_t function_at(const struct walk *self, size_t level)
{
	return td_node(self->program, self->sites[level])->function;
}

static void prepare(const struct walk *self, struct td_check *check, const struct td_loop *loop)
{
	*check = (struct td_check){ .program = self->program,
				    .threads = &self->threads,
				    .in_threads = self->in_threads,
				    .resource = self->resource,
				    .level = self->level,
				    .once = self->once > 0,
				    .loop = *loop };
	memcpy(check->sites, self->sites, sizeof check->sites);
	for (size_t i = 0; i <= self->level; i++) {
		check->scopes[i].function = function_at(self, i);
		check->scopes[i].call = i < self->level ? self->sites[i + 1] : 0;
		check->scopes[i].caller = i < self->level ? &check->scopes[i + 1] : NULL;
	}
}

static void clear(struct td_finding *finding)
{
	for (size_t i = 0; i < finding->conditions.count; i++)
		free(finding->conditions.items[i].why);
	free(finding->conditions.items);
	free(finding->why);
}

static struct td_finding *known(const struct walk *self, const struct td_loop *loop)
{
	for (size_t i = 0; i < self->findings->count; i++) {
		struct td_finding *finding = &self->findings->items[i];

		const struct td_node *a = td_node(self->program, finding->loop.node), *b = td_node(self->program, loop->node);

		/* a file that several units include has its loops more than once */
		if (a->file == b->file && a->offset == b->offset && a->kind == b->kind && finding->loop.kind == loop->kind &&
		    finding->resource == self->resource)
			return finding;
	}
	return NULL;
}

static struct td_finding finding_of(struct td_check *check, enum td_bound verdict)
{
	struct td_finding finding = { .verdict = verdict,
				      .resource = check->resource,
				      .loop = check->loop,
				      .site_count = check->level + 1,
				      .conditions = check->conditions,
				      .pattern = check->pattern,
				      .why = check->why };

	memcpy(finding.sites, check->sites, sizeof finding.sites);
	check->conditions = (struct td_conditions){ 0 };
	check->why = NULL;
	return finding;
}

static enum td_bound check_loop(struct walk *self, const struct td_loop *loop)
{
	struct td_finding *before = known(self, loop), finding;
	struct td_check check;
	enum td_bound verdict;

	self->any = true;
	if (before && before->verdict == TD_UNBOUNDED)
		return TD_UNBOUNDED;
	prepare(self, &check, loop);
	verdict = td_check_loop(&check);
	if (!before || verdict < before->verdict) {
		finding = finding_of(&check, verdict);
		if (before) {
			clear(before);
			*before = finding;
		} else {
			TD_PUSH(self->findings, finding);
		}
	}
	td_check_free(&check);
	return verdict;
}

/* do { ... } while (0) is no loop. */
static bool is_done_once(const struct td_program *program, uint32_t loop)
{
	const struct td_node *condition =
	    td_node(program, loop)->kind == TD_N_DO ? td_node(program, td_child(program, loop, 1)) : NULL;

	return condition && condition->kind == TD_N_LITERAL && !condition->value && !(condition->flags & TD_F_UNKNOWN);
}

/* The part of a loop that is not done again. */
static bool is_before(const struct td_program *program, uint32_t loop, uint32_t site)
{
	enum td_node_kind kind = td_node(program, loop)->kind;
	uint32_t once = kind == TD_N_FOR ? td_child(program, loop, 0) : kind == TD_N_RANGE ? td_child(program, loop, 1) : 0;

	return once && td_is_inside(program, site, once);
}

static bool is_loop(enum td_node_kind kind)
{
	return kind == TD_N_WHILE || kind == TD_N_DO || kind == TD_N_FOR || kind == TD_N_RANGE;
}

struct loops {
	struct td_loop *items;
	size_t count, room;
};

static void add_statements(const struct td_program *program, uint32_t site, struct loops *loops)
{
	for (uint32_t at = td_function_of(program, site)->first; at != site; at = td_child_with(program, at, site)) {
		struct td_loop loop = { TD_LOOP_STATEMENT, at, at, td_node(program, at)->end, 0, 0 };

		if (!is_loop(td_node(program, at)->kind) || is_before(program, at, site) || is_done_once(program, at))
			continue;
		if (td_node(program, at)->kind == TD_N_FOR)
			loop.first = td_child(program, at, 1);
		TD_PUSH(loops, loop);
	}
}

static bool is_jump(enum td_node_kind kind)
{
	return kind == TD_N_RETURN || kind == TD_N_BREAK || kind == TD_N_CONTINUE || kind == TD_N_GOTO;
}

/* What stands at the label jumps away before it could come to the site. */
static bool is_dead_end(const struct td_program *program, uint32_t label, uint32_t site)
{
	for (uint32_t at = td_function_of(program, label)->first; at != label; at = td_child_with(program, at, label)) {
		if (td_node(program, at)->kind != TD_N_BLOCK || td_is_inside(program, site, at))
			continue;
		for (uint32_t i = td_child_with(program, at, label); i < td_node(program, at)->end; i = td_node(program, i)->end)
			if (is_jump(td_node(program, i)->kind))
				return true;
	}
	return false;
}

/* Of several jumps back to one label, the last. */
static void add_jumps(const struct td_program *program, uint32_t site, struct loops *loops)
{
	const struct td_function *function = td_function_of(program, site);

	for (uint32_t label = function->first; label <= site; label++) {
		uint32_t back = 0;

		if (td_node(program, label)->kind != TD_N_LABEL || is_dead_end(program, label, site))
			continue;
		for (uint32_t i = site; i < function->first + function->count; i++)
			if (td_node(program, i)->kind == TD_N_GOTO && td_node(program, i)->name == td_node(program, label)->name)
				back = i;
		if (back)
			TD_PUSH(loops, ((struct td_loop){ TD_LOOP_GOTO, label, label, back + 1, back, 0 }));
	}
}

static int inner_first(const void *a, const void *b)
{
	const struct td_loop *left = a, *right = b;
	uint32_t size_left = left->last - left->node, size_right = right->last - right->node;

	return size_left < size_right ? -1 : size_left > size_right;
}

/* How many of the loops count: what is done a fixed number of times in each round of the next loop is no reason to stop there. */
static size_t check_loops(struct walk *self)
{
	struct loops loops = { 0 };
	size_t counted = 0;

	add_statements(self->program, self->sites[self->level], &loops);
	add_jumps(self->program, self->sites[self->level], &loops);
	if (loops.count)
		qsort(loops.items, loops.count, sizeof *loops.items, inner_first);
	for (size_t i = 0; i < loops.count && self->loops + counted < self->limits->loops; i++)
		counted += check_loop(self, &loops.items[i]) != TD_BOUNDED;
	free(loops.items);
	return counted;
}

static void go_on(struct walk *self);

/* The function is on the way already: it comes to call itself. */
static void check_circle(struct walk *self, uint32_t site, size_t inner, enum td_loop_kind kind)
{
	const struct td_function *function = td_function_of(self->program, site);
	struct td_loop loop = { kind, function->first, function->first, function->first + function->count, 0, inner };

	self->sites[++self->level] = site;
	check_loop(self, &loop);
	self->level--;
}

static bool is_on_way(const struct walk *self, uint32_t site, size_t *inner)
{
	for (*inner = 0; *inner <= self->level; (*inner)++)
		if (function_at(self, *inner) == td_node(self->program, site)->function)
			return true;
	return false;
}

/* A pointer may mean many functions; that one of them closes a circle says little. */
static bool is_direct(const struct td_program *program, uint32_t site)
{
	return td_node(program, site)->kind == TD_N_CALL && td_node(program, site)->name;
}

static bool is_direct_throughout(const struct walk *self)
{
	for (size_t i = 1; i <= self->level; i++)
		if (!is_direct(self->program, self->sites[i]))
			return false;
	return true;
}

/* for_each(list, start): where the way came through the parameter of for_each, only those count who hand it start. */
static bool hands_another(const struct walk *self, uint32_t site)
{
	const struct td_program *program = self->program;
	uint32_t call = self->sites[self->level], argument;
	int number = self->level && td_calls_parameter(program, call)
			 ? td_parameter_number(program, function_at(self, self->level), td_node(program, call + 1)->name)
			 : -1;

	argument = number < 0 ? 0 : td_argument(program, site, (unsigned)number);
	argument = argument ? td_without_address(program, argument) : 0;
	return argument && td_node(program, argument)->flags & TD_F_FUNCTION &&
	       td_node(program, argument)->name != program->all.functions.items[function_at(self, self->level - 1)].name;
}

static void follow_callers(struct walk *self)
{
	struct td_callers callers = td_callers_of(self->program, function_at(self, self->level));
	size_t inner;

	for (size_t i = 0; i < callers.count && self->ways < MOST_WAYS; i++) {
		if (hands_another(self, callers.items[i].site))
			continue;
		if (is_on_way(self, callers.items[i].site, &inner)) {
			if (is_direct(self->program, callers.items[i].site))
				check_circle(self, callers.items[i].site, inner, TD_LOOP_RECURSION);
			continue;
		}
		self->ways++;
		self->once += callers.items[i].once;
		self->sites[++self->level] = callers.items[i].site;
		if (td_calls_are_possible(self->program, self->sites, self->level) &&
		    td_are_of_one_program(self->program, self->sites, self->level))
			go_on(self);
		self->level--;
		self->once -= callers.items[i].once;
	}
	free(callers.items);
}

/* spawn(work) on the way to the creation: spawn hands work on to it. */
static bool is_site(const struct walk *self, uint32_t call)
{
	for (size_t i = 1; i <= self->level; i++)
		if (self->sites[i] == call)
			return true;
	return false;
}

/* spawn may also keep the function for later, and start a thread that does something else. */
static bool is_run_by_creation(const struct walk *self, uint32_t function)
{
	const struct td_program *program = self->program;
	struct td_callers started = td_started_by(program, self->sites[0]);
	bool is_run = !started.count;
	struct td_set reached;

	td_set_make(&reached, program);
	for (size_t i = 0; i < started.count; i++) {
		const struct td_function *start = &program->all.functions.items[started.items[i].site];

		is_run |= started.items[i].site == function;
		td_reach_from(program, start->first, start->first + start->count, &reached);
	}
	is_run |= td_set_has(&reached, function);
	td_set_free(&reached);
	free(started.items);
	return is_run;
}

/* A function that runs in a thread, and comes to start a thread that runs it. */
static void follow_starters(struct walk *self)
{
	const struct td_program *program = self->program;
	size_t count, inner;
	unsigned which;
	const struct td_use *pointed =
		td_uses_of(&program->pointed, program->all.functions.items[function_at(self, self->level)].name, &count);

	for (size_t i = 0; i < count; i++) {
		uint32_t call = td_given_to(program, pointed[i].node, &which);

		if (call && (td_starts_thread(program, call) ||
			     (is_site(self, call) && is_run_by_creation(self, function_at(self, self->level)))) &&
		    is_on_way(self, call, &inner) && is_direct_throughout(self))
			check_circle(self, call, inner, TD_LOOP_THREADS);
	}
}

static void go_on(struct walk *self)
{
	size_t counted = check_loops(self);

	self->loops += counted;
	follow_starters(self);
	if (self->level < self->limits->calls && self->level + 2 < TD_MOST_PLACES && self->loops < self->limits->loops)
		follow_callers(self);
	self->loops -= counted;
}

uint32_t td_finding_line(const struct td_program *program, const struct td_finding *finding)
{
	if (finding->loop.kind == TD_LOOP_RECURSION || finding->loop.kind == TD_LOOP_THREADS)
		return td_function_of(program, finding->loop.node)->line;
	return td_node(program, finding->loop.node)->line;
}

static const struct td_program *sorted_program; /* qsort hands nothing on */

static int by_place(const void *a, const void *b)
{
	const struct td_finding *left = a, *right = b;
	int files = strcmp(td_text(sorted_program, td_node(sorted_program, left->loop.node)->file),
			   td_text(sorted_program, td_node(sorted_program, right->loop.node)->file));
	uint32_t line_left = td_finding_line(sorted_program, left), line_right = td_finding_line(sorted_program, right);

	if (files)
		return files;
	return line_left < line_right		    ? -1
	       : line_left > line_right		    ? 1
	       : left->loop.node < right->loop.node ? -1
						    : left->loop.node > right->loop.node;
}

struct td_findings td_ways_follow(const struct td_program *program, const struct td_creators *creators,
				  const struct td_limits *limits)
{
	struct td_findings findings = { 0 };
	struct walk walk = { .program = program, .limits = limits, .findings = &findings };

	td_set_make(&walk.threads, program);
	td_reach_threads(program, 0, &walk.threads);
	walk.in_threads = td_doings_of_threads(program);
	for (uint32_t i = 1; i < program->all.nodes.count; i++) {
		if (!td_creates(program, creators, i, &walk.resource))
			continue;
		walk.sites[0] = i;
		walk.ways = 0;
		walk.any = false;
		go_on(&walk);
		TD_PUSH(&findings.creations, ((struct td_creation){ i, walk.resource, walk.any }));
	}
	td_doings_free(walk.in_threads);
	td_set_free(&walk.threads);
	sorted_program = program;
	if (findings.count)
		qsort(findings.items, findings.count, sizeof *findings.items, by_place);
	return findings;
}

void td_findings_free(struct td_findings *self)
{
	for (size_t i = 0; i < self->count; i++)
		clear(&self->items[i]);
	free(self->items);
	free(self->creations.items);
}
