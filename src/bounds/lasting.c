/* What is so of an object as long as the thread that it has was not waited for:
 *
 *   struct stream *open_stream(int buffered) { ... if (!s->opened) return s; s->buffered = buffered;
 *                                              if (buffered) pthread_create(&s->thread, ...); return s; }
 *   void close_stream(struct stream *s) { if (s->opened) { if (s->buffered) pthread_join(s->thread); s->opened = 0; } free(s); }
 *
 * close_stream() waits whenever there is a thread: both fields were something when it was created, and whoever sets one back has waited,
 * or does so before anything is created.  Nobody can say of one field alone that it lasts until the wait, if the wait is asked for by the
 * other; so a field that is being asked about counts as lasting meanwhile: none of them is the first to be set back too early.
 */
#include "joins.h"

static bool is_truth(const struct td_program *program, uint32_t node)
{
	const struct td_node *at = td_node(program, node);

	return node && at->kind == TD_N_LITERAL && at->value && !(at->flags & TD_F_UNKNOWN);
}

/* The variable whose field is given to the creation: pthread_create(&s->thread, ...). */
static uint32_t owner_of(const struct td_joins *self)
{
	const struct td_program *program = self->check->program;
	uint32_t site = self->check->sites[0];

	for (uint32_t i = site; i < td_node(program, site)->end; i++)
		if (td_node(program, i)->kind == TD_N_FIELD && td_node(program, i)->name == self->handle &&
		    td_node(program, i + 1)->kind == TD_N_REF && td_node(program, i + 1)->flags & TD_F_LOCAL)
			return td_node(program, i + 1)->name;
	return 0;
}

static bool is_of_owner(const struct td_joins *self, uint32_t field, uint32_t name)
{
	const struct td_program *program = self->check->program;
	const struct td_node *at = td_node(program, field);

	return at->kind == TD_N_FIELD && at->name == name && td_node(program, field + 1)->kind == TD_N_REF &&
	       td_node(program, field + 1)->name == owner_of(self);
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
		    !td_is_come_to_knowing(program, self->check->sites[0], &foresight))
			return true;
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

/* Every way to the write comes by a wait, or it is made where something stands beside that. */
static bool is_behind_wait(const struct td_joins *self, uint32_t write)
{
	const struct td_program *program = self->check->program;
	struct before before = { *self, td_child(program, write, 0) };
	const struct td_foresight foresight = { foresee_before, &before };

	before.joins.level = TD_MOST_PLACES;
	for (uint32_t i = td_function_of(program, write)->first; i < write; i++)
		if (td_waits_for_handle(self->check, i, self->handle) && td_end_of_way(program, i, write))
			return true;
	return td_node(program, write)->kind == TD_N_ASSIGN && !td_is_come_to_knowing(program, write, &foresight);
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

/* Which functions wait on every way is found out anew: that holds only if the field lasts. */
bool td_lasts(const struct td_joins *self, uint32_t name)
{
	const struct td_lasting lasting = { name, self->lasting };
	struct td_set asked, always;
	struct td_joins inner = *self;
	bool lasts;

	for (const struct td_lasting *at = self->lasting; at; at = at->outer)
		if (at->name == name)
			return true;
	if (!is_so_at_creation(self, name))
		return false;
	td_set_make(&asked, self->check->program);
	td_set_make(&always, self->check->program);
	inner.asked = &asked;
	inner.always = &always;
	inner.lasting = &lasting;
	lasts = is_set_back_late_always(&inner, name);
	td_set_free(&asked);
	td_set_free(&always);
	return lasts;
}
