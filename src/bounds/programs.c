#include "programs.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PROGRAMS = 64 };

struct td_programs {
	const struct td_program *program;
	uint64_t *run_by;  /* by function: a bit for each program that may run it; programs may share one */
	uint64_t *of_file; /* by the file's name: the bit of its main; 0: it has none, or is part of other programs too */
	bool are_files_known; /* which ones are part of one program only */
	struct { uint32_t *items; size_t count, room; } open; /* functions whose mentions are to be looked at */
};

static const struct td_function *function_at(const struct td_programs *self, uint32_t number)
{
	return &self->program->all.functions.items[number];
}

static uint64_t *owner_of(const struct td_programs *self, uint32_t number)
{
	return &self->of_file[function_at(self, number)->file];
}

static bool is_main(const struct td_programs *self, uint32_t number)
{
	return !strcmp(td_text(self->program, function_at(self, number)->spelling), "main");
}

/* Client::Client, Client::~Client, Client::operator bool: called where the source does not say so. */
static bool is_called_silently(const struct td_programs *self, uint32_t number)
{
	const char *spelling = td_text(self->program, function_at(self, number)->spelling), *name = td_short_name(spelling);
	size_t size = strlen(name);

	if (strchr(spelling, '~') || strstr(spelling, "operator"))
		return true;
	return name >= spelling + size + 2 && !strncmp(name - 2 - size, name, size) &&
	       (name == spelling + size + 2 || name[-3 - (ptrdiff_t)size] == ':');
}

/* Two files have a function of this name: each program has its own usage(). */
static bool is_ambiguous(const struct td_programs *self, uint32_t number)
{
	const struct td_function *function = function_at(self, number);
	size_t count;
	const struct td_use *others = td_uses_of(&self->program->functions, function->name, &count);

	for (size_t i = 0; i < count; i++)
		if (function_at(self, others[i].node)->file != function->file)
			return true;
	return false;
}

static void add(struct td_programs *self, uint32_t number, uint64_t programs)
{
	uint64_t owner = *owner_of(self, number);

	if (owner && programs & ~owner && (self->are_files_known || is_ambiguous(self, number)))
		programs &= owner;
	if (!(programs & ~self->run_by[number]))
		return;
	self->run_by[number] |= programs;
	TD_PUSH(&self->open, number);
}

static void add_all(struct td_programs *self, const struct td_uses *uses, uint32_t name, uint64_t programs)
{
	size_t count;
	const struct td_use *functions = td_uses_of(uses, name, &count);

	for (size_t i = 0; name && i < count; i++)
		add(self, functions[i].node, programs);
}

/* What all those mention that are open, until there is nothing new. */
static void spread(struct td_programs *self)
{
	while (self->open.count) {
		uint32_t number = self->open.items[--self->open.count];
		const struct td_function *function = function_at(self, number);

		for (uint32_t i = function->first; i < function->first + function->count; i++) {
			uint32_t name = td_node(self->program, i)->name;

			add_all(self, &self->program->functions, name, self->run_by[number]);
			add_all(self, &self->program->overriders, name, self->run_by[number]);
		}
	}
}

static void find_owners(struct td_programs *self)
{
	unsigned mains = 0;

	for (uint32_t i = 1; i < self->program->all.functions.count; i++)
		if (is_main(self, i))
			*owner_of(self, i) = 1ull << mains++ % MOST_PROGRAMS;
}

static void follow_mains(struct td_programs *self)
{
	unsigned mains = 0;

	memset(self->run_by, 0, self->program->all.functions.count * sizeof *self->run_by);
	for (uint32_t i = 1; i < self->program->all.functions.count; i++)
		if (is_main(self, i))
			add(self, i, 1ull << mains++ % MOST_PROGRAMS);
	spread(self);
}

/* Whom no main comes to, and all whom these mention. */
static void follow_others(struct td_programs *self)
{
	for (uint32_t i = 1; i < self->program->all.functions.count; i++)
		if (!self->run_by[i] || is_called_silently(self, i))
			TD_PUSH(&self->open, i);
	for (size_t i = self->open.count; i--;)
		self->run_by[self->open.items[i]] = *owner_of(self, self->open.items[i]) ? *owner_of(self, self->open.items[i]) : UINT64_MAX;
	spread(self);
}

/* #include "server.c", in a test: a function of the file is run by a program that does not have its main.  Whether there was such a
 * file. */
static bool forget_shared(struct td_programs *self)
{
	bool any = false;

	for (uint32_t i = 1; i < self->program->all.functions.count; i++) {
		uint64_t *owner = owner_of(self, i);

		if (*owner && self->run_by[i] & ~*owner && !(function_at(self, i)->flags & TD_FUNCTION_INITIAL)) {
			*owner = 0;
			any = true;
		}
	}
	return any;
}

struct td_programs *td_programs_make(const struct td_program *program)
{
	struct td_programs *self = td_alloc(sizeof *self);

	self->program = program;
	self->run_by = td_alloc(program->all.functions.count * sizeof *self->run_by);
	self->of_file = td_alloc(program->all.strings.count * sizeof *self->of_file);
	find_owners(self);
	do
		follow_mains(self);
	while (forget_shared(self));
	self->are_files_known = true;
	follow_others(self);
	return self;
}

void td_programs_free(struct td_programs *self)
{
	if (!self)
		return;
	free(self->run_by);
	free(self->of_file);
	free(self->open.items);
	free(self);
}

bool td_are_of_one_program(const struct td_program *program, const uint32_t *nodes, size_t last)
{
	const struct td_programs *self = program->programs;
	uint64_t programs = UINT64_MAX;

	for (size_t i = 0; i <= last; i++) {
		uint64_t owner = *owner_of(self, td_node(program, nodes[i])->function);

		programs &= owner ? owner : UINT64_MAX;
	}
	if (programs == UINT64_MAX)
		return true; /* there may be another program that has all of them */
	for (size_t i = 0; i <= last; i++)
		programs &= self->run_by[td_node(program, nodes[i])->function];
	return programs;
}
