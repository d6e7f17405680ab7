/* What is so of an object as long as the thread that it has was not waited for:
 *
 *   struct stream *open_stream(int buffered) { ... if (!s->opened) return s; s->buffered = buffered;
 *                                              if (buffered) pthread_create(&s->thread, ...); return s; }
 *   void close_stream(struct stream *s) { if (s->opened) { if (s->buffered) pthread_join(s->thread); s->opened = 0; } free(s); }
 *
 * close_stream() waits whenever there is a thread: both fields were something when it was created, and a function that
 * sets one back has waited, or does so before anything is created.  Of one field alone it cannot be said that it lasts
 * until the wait, if the wait is asked for by the other; so a field that is being asked about counts as lasting
 * meanwhile: none of them is the first to be set back too early.
 */
#include "joins.h"

#include <stdlib.h>
#include <string.h>

static bool is_truth(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return node && at->kind == TD_N_LITERAL && at->value && !(at->flags & TD_F_UNKNOWN);
}

/* The variable whose field is given to the creation: pthread_create(&s->thread, ...).  0: there is none. */
static uint32_t owner_of(const struct td_joins *self)
{
	const struct td_program *program = self->check->program;
	uint32_t site = self->check->sites[0];

	for (uint32_t i = site; i < td_node(program, site)->end; i++)
		if (td_node(program, i)->kind == TD_N_FIELD && td_node(program, i)->name == self->handle &&
		    td_node(program, i + 1)->kind == TD_N_REF && td_node(program, i + 1)->flags & TD_F_LOCAL)
			return i + 1;
	return 0;
}

static bool is_of_owner(const struct td_joins *self, uint32_t field, uint32_t name)
{
	const struct td_program *program = self->check->program;
	const struct td_node *at = td_node(program, field);

	return at->kind == TD_N_FIELD && at->name == name && td_node(program, field + 1)->kind == TD_N_REF &&
	       td_node(program, field + 1)->name == td_node(program, owner_of(self))->name;
}

static enum td_foreseen foresee_node(const void *data, uint32_t statement)
{
	return *(const uint32_t *)data == statement ? TD_NO_FURTHER : TD_EITHER_WAY;
}

/* s->buffered = buffered stands on every way to the creation, and the variable is never anything else. */
static bool is_given(const struct td_joins *self, uint32_t variable, uint32_t name)
{
	const struct td_program *program = self->check->program;
	size_t count, changes;
	const struct td_write *writes = td_writes_of(program, name, &count);

	td_writes_of(program, td_node(program, variable)->name, &changes);
	for (size_t i = 0; i < count && !changes; i++) {
		const struct td_foresight foresight = { foresee_node, &writes[i].node };

		if (td_node(program, writes[i].node)->kind == TD_N_ASSIGN && is_of_owner(self, writes[i].node + 1, name) &&
		    td_node(program, writes[i].value)->kind == TD_N_REF &&
		    td_node(program, writes[i].value)->name == td_node(program, variable)->name &&
		    td_node(program, writes[i].node)->function == td_node(program, self->check->sites[0])->function &&
		    !td_is_reached_under(program, self->check->sites[0], &foresight))
			return !td_is_written_between(program, writes[i].node + 1, writes[i].node, self->check->sites[0]);
	}
	return false;
}

/* One of the conditions of the creation says that the field is something, or what it was given. */
static bool is_asked_before(const struct td_joins *self, const struct td_formula *formula, uint32_t name)
{
	const struct td_program *program = self->check->program;
	const struct td_comparison *comparison = &formula->comparison;
	uint32_t left = comparison->left;
	bool is_so = formula->kind == TD_IS_COMPARISON && comparison->op == TD_O_NE && !comparison->right &&
		     ((is_of_owner(self, left, name) && !td_is_written_between(program, left, left, self->check->sites[0])) ||
		      (td_node(program, left)->kind == TD_N_REF && td_node(program, left)->flags & TD_F_LOCAL && is_given(self, left, name)));

	for (size_t i = 0; i < formula->part_count && (formula->kind == TD_IS_ALL || formula->part_count == 1) && !is_so; i++)
		is_so = is_asked_before(self, formula->parts[i], name);
	return is_so;
}

static bool is_so_at_creation(const struct td_joins *self, uint32_t name)
{
	struct td_check *check = self->check;
	uint32_t first = td_function_of(check->program, check->sites[0])->first;

	return td_is_set_with_creation(check, name) ||
	       (owner_of(self) &&
		is_asked_before(self, td_formula_to_reach(check, first, check->sites[0], &check->scopes[0]), name));
}

/* A write, and the waits that count before it: those that speak of the same object. */
struct before {
	struct td_joins joins;
	uint32_t written;
};

static enum td_foreseen foresee_before(const void *data, uint32_t statement)
{
	const struct before *self = data;
	enum td_foreseen foreseen = td_foresee_wait(&self->joins, statement);

	return foreseen == TD_NO_FURTHER && !td_share_variable(self->joins.check->program, self->written, statement) ? TD_EITHER_WAY : foreseen;
}

/* s = open_stream(); s->is_open = 0: where the variable becomes another object, what was waited for before does not count. */
static bool is_renewed(const struct td_program *program, uint32_t write, const struct td_foresight *foresight)
{
	uint32_t object = td_node(program, write + 1)->kind == TD_N_FIELD ? write + 2 : 0;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, object)->name, &count);

	for (size_t i = 0; i < count && td_node(program, object)->kind == TD_N_REF; i++)
		if (!writes[i].through && td_node(program, writes[i].node)->function == td_node(program, write)->function &&
		    td_reaches_under(program, writes[i].node, write, foresight))
			return true;
	return false;
}

/* Every way to the write comes by a wait, or one stands beside it. */
static bool is_behind_wait(const struct td_joins *self, uint32_t write)
{
	const struct td_program *program = self->check->program;
	struct before before = { *self, td_child(program, write, 0) };
	const struct td_foresight foresight = { foresee_before, &before };

	before.joins.level = TD_MOST_PLACES;
	if (td_node(program, write)->kind != TD_N_ASSIGN || is_renewed(program, write, &foresight))
		return false;
	for (uint32_t i = td_function_of(program, write)->first; i < write; i++)
		if (td_waits_for_handle(self->check, i, self->handle) && td_end_of_way(program, i, write))
			return true;
	return !td_is_reached_under(program, write, &foresight);
}

/* Where the field is set back, the wait is over, or the creation has failed or is yet to come. */
static bool is_set_back_late(const struct td_joins *self, uint32_t write)
{
	uint32_t site = self->check->sites[0];
	bool is_beside = td_node(self->check->program, site)->function == td_node(self->check->program, write)->function;

	return (is_beside && (write < site || td_is_failure(self->check, 0, write))) || is_behind_wait(self, write);
}

static bool is_set_back_late_always(const struct td_joins *self, uint32_t name)
{
	const struct td_program *program = self->check->program;
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);

	for (size_t i = 0; i < count; i++)
		if (!(writes[i].change == TD_CHANGE_SET && is_truth(program, writes[i].value)) && !is_set_back_late(self, writes[i].node))
			return false;
	return true;
}

/* Takes it that the field lasts, and asks whether it does.  Which functions wait on every way is found out anew: that holds only if it
 * does. */
static bool is_so_meanwhile(const struct td_joins *self, uint32_t name, bool (*is_so)(const struct td_joins *self, uint32_t name))
{
	const struct td_lasting lasting = { name, self->lasting };
	struct td_set asked, always;
	struct td_joins inner = *self;
	bool lasts;

	td_set_make(&asked, self->check->program);
	td_set_make(&always, self->check->program);
	inner.asked = &asked;
	inner.always = &always;
	inner.lasting = &lasting;
	lasts = is_so(&inner, name);
	td_set_free(&asked);
	td_set_free(&always);
	return lasts;
}

static bool is_taken_to_last(const struct td_joins *self, uint32_t name)
{
	for (const struct td_lasting *at = self->lasting; at; at = at->outer)
		if (at->name == name)
			return true;
	return false;
}

bool td_lasts(const struct td_joins *self, uint32_t name)
{
	return is_taken_to_last(self, name) || (is_so_at_creation(self, name) && is_so_meanwhile(self, name, is_set_back_late_always));
}

static bool is_nothing(const struct td_program *program, uint32_t node)
{
	return node && td_node(program, node)->kind == TD_N_LITERAL && !td_node(program, node)->value;
}

/* data = malloc(...); data->stream = NULL: it has had none. */
static bool is_to_new(const struct td_program *program, uint32_t write)
{
	uint32_t object = write + 2;
	size_t count;
	const struct td_write *writes = td_writes_of(program, td_node(program, object)->name, &count);

	if (td_node(program, write)->kind != TD_N_ASSIGN || td_node(program, object)->kind != TD_N_REF ||
	    (td_node(program, object)->flags & (TD_F_LOCAL | TD_F_PARAMETER)) != TD_F_LOCAL)
		return false;
	for (size_t i = 0; i < count; i++) {
		const struct td_node *value = td_node(program, writes[i].value);
		bool is_made = value->kind == TD_N_CALL && strstr(td_text(program, value->spelling), "alloc");

		if (!writes[i].through && (writes[i].change != TD_CHANGE_SET || !(is_made || is_nothing(program, writes[i].value))))
			return false;
	}
	return count > 0;
}

/* data->stream = stream, whatever else the function does. */
static bool is_always_kept(const struct td_program *program, uint32_t write)
{
	const struct td_foresight foresight = { foresee_node, &write };

	return td_is_settled_by(program, td_node(program, write)->function, &foresight);
}

/* A call in the function hands it to a function that may wait. */
static bool is_handed_to_wait(const struct td_joins *self, uint32_t field)
{
	const struct td_program *program = self->check->program;
	const struct td_function *function = td_function_of(program, field);
	bool found = false;

	for (uint32_t i = function->first; i < function->first + function->count && !found; i++) {
		uint32_t argument = td_node(program, i)->kind == TD_N_CALL ? td_child(program, i, 1) : 0;
		struct td_callers called = { 0 };

		if (!argument || !td_asks_same(program, argument, field))
			continue;
		called = td_called_at(program, i, true);
		found = called.count && td_set_has(self->able, called.items[0].site);
		free(called.items);
	}
	return found;
}

static bool is_kept_always(const struct td_joins *self, uint32_t name)
{
	const struct td_program *program = self->check->program;
	size_t count;
	const struct td_write *writes = td_writes_of(program, name, &count);
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		bool is_emptied = is_nothing(program, writes[i].value);

		if (writes[i].change != TD_CHANGE_SET || writes[i].through || !writes[i].value ||
		    (is_emptied ? !is_to_new(program, writes[i].node) && !is_behind_wait(self, writes[i].node)
				: !is_always_kept(program, writes[i].node)))
			return false;
		any |= !is_emptied;
	}
	return any;
}

/* if (data->stream) close_stream(data->stream): a function that opens a stream keeps it there, and only one that has
 * waited takes it out again. */
bool td_keeps_object(const struct td_joins *self, uint32_t field)
{
	const struct td_program *program = self->check->program;
	uint32_t name = td_node(program, field)->name, owner = owner_of(self);

	return owner && td_node(program, field)->type == td_node(program, owner)->type && is_handed_to_wait(self, field) &&
	       (is_taken_to_last(self, name) || is_so_meanwhile(self, name, is_kept_always));
}
