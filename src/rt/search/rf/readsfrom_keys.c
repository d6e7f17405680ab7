#include "readsfrom.h"
#include "readsfrom_graph.h"
#include "readsfrom_print.h"
#include "witness.h"
#include "rt/core.h"
#include "rt/state.h"
#include "rt/sys.h"

enum { MOST_PIECES = 1024, MOST_ASSIGNMENTS = 4096, FIRST_KEYS = 8, CHOICE_LEVEL = 1 << 30, MOST_EFFORT = 20000000 };

/* A step under consideration, with sources that it might have. */
struct variant {
	uint32_t step;
	uint32_t sources[MOST_PIECES];
	int is_new;              /* something in it was not in the execution before */
};

/* Whether the node's step can have a key, if it is a compare-and-swap that may write or not. */
struct swap_question {
	struct td_rf_question question;
	struct variant own;
	uint64_t key;
	uint32_t level;
};

static const struct td_rf_node TD_STATE *node;
static struct td_rf_node TD_STATE *node_to_fill;
static uint32_t TD_STATE own;                /* the node's step */
static uint8_t TD_STATE own_is_new;
static uint32_t TD_STATE level_read;         /* which of its reads is being decided */
static uint32_t TD_STATE cut[TD_RF_THREADS]; /* what is fixed before that */
static uint32_t TD_STATE before_own[TD_RF_THREADS]; /* of that, what comes before the step in any order */
static uint64_t TD_STATE prefix;             /* hash of the sources before that */
static uint32_t TD_STATE next_piece;         /* objects: that of the object, and who comes before */
static uint32_t TD_STATE next_source;
static uint32_t TD_STATE assignments;
static uint32_t TD_STATE *order;

static const struct td_rf_read *read_of(uint32_t step, uint32_t i)
{
	return &td_rf->reads[td_rf_step(step)->first_read + i];
}

static const struct td_rf_write *write_to(uint32_t step, uint32_t piece)
{
	const struct td_rf_step *self = td_rf_step(step);
	for (uint32_t i = self->first_write; i < self->first_write + self->write_count; i++)
		if (td_rf->writes[i].piece == piece)
			return &td_rf->writes[i];
	return NULL;
}

/* It cannot be told: the search must not say that it has tried everything. */
static void give_up(void)
{
	td_cut(TD_CUT_READS_FROM, td_current ? td_current->pending.pc : 0);
}

/* An execution of tens of thousands of steps must not be thought about for hours. */
static int is_too_much(void)
{
	td_witness_effort++;
	if (td_witness_effort < MOST_EFFORT)
		return 0;
	give_up();
	return 1;
}

static void insert_key(struct td_rf_node *self, uint64_t key)
{
	uint32_t slot = (uint32_t)(key >> 20) & (self->key_room - 1);
	while (self->keys[slot])
		slot = (slot + 1) & (self->key_room - 1);
	self->keys[slot] = key;
}

static void more_keys(struct td_rf_node *self)
{
	struct td_rf_node old = *self;
	self->key_room = old.key_room ? 2 * old.key_room : FIRST_KEYS;
	self->keys = td_pool_take(self->key_room * sizeof *self->keys);
	for (uint32_t i = 0; i < old.key_room; i++)
		if (old.keys[i])
			insert_key(self, old.keys[i]);
	td_pool_give(old.keys, old.key_room * sizeof *old.keys);
}

static int know_key(struct td_rf_node *self, uint64_t key)
{
	key = key ? key : 1;
	for (uint32_t i = 0; i < self->key_room; i++) {
		uint64_t known = self->keys[((uint32_t)(key >> 20) + i) & (self->key_room - 1)];
		if (known == key)
			return 1;
		if (!known)
			break;
	}
	if (2 * (self->key_count + 1) > self->key_room)
		more_keys(self);
	insert_key(self, key);
	self->key_count++;
	return 0;
}

/* Adjacent bytes from one source are one, however this execution cuts them up. */
static uint64_t mix_source(uint64_t hash, const struct td_rf_read *read, const struct td_rf_read *before)
{
	int goes_on = before && before->access == read->access && before->source == read->source &&
		      before->offset + before->size == read->offset;
	return goes_on ? hash : td_mix(td_mix(hash, read->level + 1), td_rf_source_hash(read->source));
}

static uint64_t key_of(uint32_t step, uint32_t level)
{
	uint64_t hash = 0;
	for (uint32_t i = 0; i < td_rf_step(step)->read_count; i++) {
		const struct td_rf_read *read = read_of(step, i);
		if (level < read->level + read->size)
			return td_mix(td_mix(hash, level + 1), td_rf_source_hash(read->source));
		hash = mix_source(hash, read, i ? read - 1 : NULL);
	}
	return 0;
}

static uint64_t next_key(uint64_t hash)
{
	return td_mix(2, hash);
}

/* Of a choice that the step makes, given all its sources and the choices before. */
static uint64_t choice_key(uint32_t step, uint32_t which, uint32_t outcome)
{
	const struct td_rf_step *self = td_rf_step(step);
	uint64_t hash = td_mix(3, which + 1);
	for (uint32_t i = 0; i < self->read_count; i++)
		hash = mix_source(hash, read_of(step, i), i ? read_of(step, i - 1) : NULL);
	for (uint32_t i = 0; i < which; i++)
		hash = td_mix(hash, self->choices[i] + 1);
	return td_mix(hash, outcome + 1);
}

static int is_changed(const struct td_rf_way *way, uint32_t at)
{
	for (uint32_t i = 0; i < way->changed_count; i++)
		if (way->changed[i] == at)
			return 1;
	return 0;
}

/* Outcomes as they were; another step than before may have other ones. */
static void note_choices(struct td_rf_way *way)
{
	for (uint32_t i = 0; i < way->length; i++)
		way->choice_room += td_rf_step(order[i])->choice_count;
	if (!way->choice_room)
		return;
	way->choices = td_pool_take(way->choice_room * sizeof *way->choices);
	for (uint32_t i = 0; i < way->length; i++)
		for (uint32_t k = 0; !is_changed(way, i) && k < td_rf_step(order[i])->choice_count; k++)
			way->choices[way->choice_count++] = (struct td_rf_choice){i, k, td_rf_step(order[i])->choices[k]};
}

static void choose_on_way(struct td_rf_way *way, uint32_t which, uint32_t outcome)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < way->choice_count; i++) {
		struct td_rf_choice *choice = &way->choices[i];
		if (choice->at == way->target && choice->which == which)
			choice->outcome = outcome;
		if (choice->at != way->target || choice->which <= which)
			way->choices[kept++] = *choice;
	}
	way->choice_count = kept;
	way->changed[way->changed_count++] = way->target;
}

static void add_way(const struct td_rf_question *question, uint32_t length, uint64_t key, uint32_t level, uint32_t target)
{
	struct td_rf_way *way = td_pool_take(sizeof *way);
	*way = (struct td_rf_way){.next = node->ways, .key = key, .level = level, .length = length,
				  .is_next = target != own, .changed_count = question->change_count};
	way->threads = td_pool_take(length * sizeof *way->threads);
	for (uint32_t i = 0; i < length; i++) {
		way->threads[i] = td_rf_step(order[i])->thread;
		way->target = order[i] == target ? i : way->target;
		for (uint32_t k = 0; k < question->change_count; k++)
			if (question->changes[k].step == order[i])
				way->changed[k] = i;
	}
	note_choices(way);
	node_to_fill->ways = way;
}

static enum td_rf_answer ask(const struct td_rf_question *question, uint64_t key, uint32_t level, uint32_t target)
{
	uint32_t length;
	if (!order)
		order = td_map((uint64_t)TD_MAX_SEGMENTS * sizeof *order);
	enum td_rf_answer answer = td_witness_find(question, order, &length);
	if (answer == TD_RF_YES)
		add_way(question, length, key, level, target);
	if (answer == TD_RF_NOT_KNOWN)
		give_up();
	return answer;
}

static void join_past(uint32_t *into, const struct variant *variant)
{
	const struct td_rf_step *step = td_rf_step(variant->step);
	td_rf_join(into, td_rf_past_before(variant->step));
	for (uint32_t i = 0; i < step->read_count; i++)
		if (variant->sources[i] < TD_RF_ANY)
			td_rf_join(into, td_rf_past(variant->sources[i]));
	if (into[step->thread] < step->number)
		into[step->thread] = step->number;
}

static int is_as_it_was(const struct variant *variant)
{
	const struct td_rf_step *step = td_rf_step(variant->step);
	for (uint32_t i = 0; i < step->read_count; i++)
		if (variant->sources[i] != read_of(variant->step, i)->source)
			return 0;
	return !step->is_pending;
}

/* A byte of what an access finds if the piece comes from this source.  What is there initially is what the first to write it
 * found, or all accesses, if none writes. */
static int byte_from(const struct td_rf_access *access, uint32_t source, uint32_t piece, uint64_t at, uint8_t *byte)
{
	if (source != TD_RF_INITIAL) {
		access = &td_rf->accesses[write_to(source, piece)->access];
		*byte = (uint8_t)(access->after >> 8 * (at - access->address));
		return access->after_known;
	}
	for (uint32_t i = td_rf->last_write[piece]; i; i = td_rf->writes[i - 1].next)
		if (td_rf->writes[i - 1].writes)
			access = &td_rf->accesses[td_rf->writes[i - 1].access];
	if (!access->before_known)
		return 0;
	*byte = (uint8_t)(access->before >> 8 * (at - access->address));
	return 1;
}

/* Would a compare-and-swap find what it wants?  -1: not known. */
static int would_swap(const struct td_rf_access *access, uint32_t number, uint32_t step, const uint32_t *sources)
{
	int same = 1;
	for (uint32_t i = 0; i < td_rf_step(step)->read_count; i++) {
		const struct td_rf_read *read = read_of(step, i);
		for (uint32_t k = 0; k < read->size && read->access == number; k++) {
			uint8_t byte = 0;
			if (sources[i] == TD_RF_ANY || !byte_from(access, sources[i], read->piece, access->address + read->offset + k, &byte))
				return -1;
			same &= byte == (uint8_t)(access->expected >> 8 * (read->offset + k));
		}
	}
	return same;
}

/* Does the step write where it may, with these sources? */
static int would_write(uint32_t step, const uint32_t *sources)
{
	const struct td_rf_step *self = td_rf_step(step);
	for (uint32_t i = self->first_access; i < self->first_access + self->access_count; i++) {
		const struct td_rf_access *access = &td_rf->accesses[i];
		if (!access->is_swap)
			continue;
		int would = would_swap(access, i, step, sources);
		if (would <= 0)
			return would;
	}
	return 1;
}

/* What a step with other sources writes is not known. */
static int is_swap(uint32_t step)
{
	const struct td_rf_step *self = td_rf_step(step);
	for (uint32_t i = 0; i < self->access_count; i++)
		if (td_rf->accesses[self->first_access + i].is_swap)
			return 1;
	return 0;
}

/* The node's step with its sources fixed up to the level. */
static void fix_own(struct variant *variant, uint32_t source)
{
	variant->step = own;
	for (uint32_t i = 0; i < td_rf_step(own)->read_count; i++)
		variant->sources[i] = i < level_read ? read_of(own, i)->source : i == level_read ? source : TD_RF_ANY;
}

/* Of two sources of one step, one that writes both pieces would have hidden the other, or been hidden. */
static int go_together(uint32_t reader, uint32_t i, uint32_t early, uint32_t k, uint32_t late)
{
	if (early == late || early == TD_RF_ANY)
		return 1;
	int early_hides = early == TD_RF_INITIAL || write_to(early, read_of(reader, k)->piece);
	int late_hides = late == TD_RF_INITIAL || write_to(late, read_of(reader, i)->piece);
	return !early_hides || !late_hides;
}

static int fits(const struct variant *variant, uint32_t k, uint32_t source)
{
	for (uint32_t i = 0; i < k; i++)
		if (!go_together(variant->step, i, variant->sources[i], k, source))
			return 0;
	return 1;
}

/* Not all bytes of a compare-and-swap are decided yet, and it must not write: is there a source for the i-th piece and those
 * after it with which it does not? */
static int ask_rest(struct swap_question *self, uint32_t i)
{
	const struct td_rf_step *step = td_rf_step(own);
	if (i == step->read_count) {
		int would = would_write(own, self->own.sources);
		if (would < 0)
			give_up();
		return would == 0 && ask(&self->question, self->key, self->level, own) == TD_RF_YES;
	}
	uint32_t piece = read_of(own, i)->piece;
	for (uint32_t k = td_rf->last_write[piece]; k; k = td_rf->writes[k - 1].next) {
		uint32_t source = td_rf->writes[k - 1].step;
		if (!td_rf->writes[k - 1].writes || source == own || !td_rf_is_in(self->question.cut, td_rf_step(source)) ||
		    !fits(&self->own, i, source))
			continue;
		self->own.sources[i] = source;
		if (ask_rest(self, i + 1))
			return 1;
	}
	self->own.sources[i] = TD_RF_INITIAL;
	return fits(&self->own, i, TD_RF_INITIAL) && ask_rest(self, i + 1);
}

static void ask_without_writing(struct swap_question *self)
{
	uint32_t length;
	self->question.changes[0].writes = 0;
	if (td_witness_find(&self->question, order, &length) == TD_RF_NO)
		return;
	if (self->question.change_count > 1)
		give_up();
	else
		ask_rest(self, level_read + 1);
}

static uint32_t source_in(uint32_t step, uint32_t piece)
{
	for (uint32_t i = 0; i < td_rf_step(step)->read_count; i++)
		if (read_of(step, i)->piece == piece)
			return read_of(step, i)->source;
	return TD_RF_ANY;
}

/* Most of what cannot be is seen without looking for an order: a write that comes behind the source and before the node's step, or
 * that has read from the source, while the node's step is to do the same and to write as well. */
static int is_hidden(uint32_t source, const uint32_t *fixed)
{
	uint32_t piece = read_of(own, level_read)->piece;
	int writes = write_to(own, piece) && write_to(own, piece)->writes && !is_swap(own);
	for (uint32_t i = td_rf->last_write[piece]; i; i = td_rf->writes[i - 1].next) {
		uint32_t other = td_rf->writes[i - 1].step;
		const struct td_rf_step *step = td_rf_step(other);
		td_witness_effort++;
		if (other == source || other == own || !td_rf->writes[i - 1].writes || !td_rf_is_in(fixed, step))
			continue;
		int is_behind = source == TD_RF_INITIAL || td_rf_is_in(td_rf_past(other), td_rf_step(source));
		if (is_behind && (td_rf_is_in(before_own, step) || (writes && source_in(other, piece) == source)))
			return 1;
	}
	return 0;
}

/* A key of the node's step: at the level it reads from this; NULL: from what no step wrote. */
static void propose_source(const struct variant *writer)
{
	uint32_t fixed[TD_RF_THREADS], level = read_of(own, level_read)->level;
	uint64_t hash = !writer ? 1 : is_as_it_was(writer) ? td_rf_step(writer->step)->hash
						       : td_rf_hash_with(writer->step, writer->sources);
	uint64_t key = td_mix(td_mix(prefix, level + 1), hash);
	struct swap_question self;
	self.key = key;
	self.level = level;
	know_key(node_to_fill, key_of(own, level));
	if (know_key(node_to_fill, key))
		return;
	td_plain_copy(fixed, cut, sizeof fixed);
	if (writer)
		join_past(fixed, writer);
	fixed[td_rf_step(own)->thread] = td_rf_step(own)->number;
	if (is_hidden(writer ? writer->step : TD_RF_INITIAL, fixed))
		return;
	fix_own(&self.own, writer ? writer->step : TD_RF_INITIAL);
	int would = writer && !is_as_it_was(writer) && is_swap(own) ? -1 : would_write(own, self.own.sources);
	self.question = (struct td_rf_question){.cut = fixed, .changes = {{own, self.own.sources, would != 0}}, .change_count = 1};
	if (writer && !is_as_it_was(writer))
		self.question.changes[self.question.change_count++] = (struct td_rf_change){writer->step, writer->sources, 1};
	if (ask(&self.question, key, level, own) == TD_RF_NO && would < 0)
		ask_without_writing(&self);
}

/* A key of an object: this step comes next there. */
static void propose_next(const struct variant *next)
{
	uint32_t fixed[TD_RF_THREADS];
	uint64_t key = next_key(td_rf_hash_with(next->step, next->sources));
	if (know_key(node_to_fill, key))
		return;
	td_plain_copy(fixed, cut, sizeof fixed);
	join_past(fixed, next);
	struct td_rf_question question = {.cut = fixed, .changes = {{next->step, next->sources, 1}}, .change_count = 1};
	ask(&question, key, 0, next->step);
}

/* Could the read have this source, while the node's step is not there yet? */
static int is_source_for(const struct td_rf_write *write, uint32_t reader, const struct td_rf_access *access)
{
	const struct td_rf_step *source = td_rf_step(write->step);
	const uint32_t *past = td_rf_past(write->step);
	if (!write->writes || source->is_pending || write->step == reader || write->step == own)
		return 0;
	if (td_rf_is_in(past, td_rf_step(own)) || td_rf_is_in(past, td_rf_step(reader)))
		return 0;
	return !(access->address & TD_RF_OBJECT) || (td_rf->accesses[write->access].could_after & access->needs) == access->needs;
}

static void assign(struct variant *variant, uint32_t k, void (*then)(const struct variant *));

static void assign_source(struct variant *variant, uint32_t k, uint32_t source, int is_new, void (*then)(const struct variant *))
{
	int was_new = variant->is_new;
	if (!fits(variant, k, source))
		return;
	variant->sources[k] = source;
	variant->is_new |= is_new;
	assign(variant, k + 1, then);
	variant->is_new = was_new;
}

/* What could be done with the object before any step touched it. */
static int could_at_first(uint32_t piece, uint8_t needs)
{
	const struct td_rf_access *first = NULL;
	for (uint32_t i = td_rf->last_write[piece]; i; i = td_rf->writes[i - 1].next)
		if (td_rf->writes[i - 1].writes)
			first = &td_rf->accesses[td_rf->writes[i - 1].access];
	return !first || (first->could & needs) == needs;
}

/* All the sources that the step's reads could have, from the k-th on. */
static void assign(struct variant *variant, uint32_t k, void (*then)(const struct variant *))
{
	if (assignments > MOST_ASSIGNMENTS)
		return;
	if (k == td_rf_step(variant->step)->read_count) {
		if (++assignments > MOST_ASSIGNMENTS)
			give_up();
		else if (variant->is_new)
			then(variant);
		return;
	}
	const struct td_rf_read *read = read_of(variant->step, k);
	const struct td_rf_access *access = &td_rf->accesses[read->access];
	if (read->piece == next_piece) {
		assign_source(variant, k, next_source, 0, then);
		return;
	}
	for (uint32_t i = td_rf->last_write[read->piece]; i && !is_too_much(); i = td_rf->writes[i - 1].next) {
		const struct td_rf_write *write = &td_rf->writes[i - 1];
		if (is_source_for(write, variant->step, access))
			assign_source(variant, k, write->step, td_rf_step(write->step)->is_new, then);
	}
	if (!(access->address & TD_RF_OBJECT) || could_at_first(read->piece, access->needs))
		assign_source(variant, k, TD_RF_INITIAL, 0, then);
}

static void with_all_sources(uint32_t step, void (*then)(const struct variant *))
{
	struct variant variant; /* large: not set to zero */
	variant.step = step;
	variant.is_new = own_is_new || td_rf_step(step)->is_new;
	assignments = 0;
	if (td_rf_step(step)->read_count > MOST_PIECES)
		give_up();
	else
		assign(&variant, 0, then);
}

/* It is fixed already. */
static void as_it_was(uint32_t step, void (*then)(const struct variant *))
{
	struct variant variant;
	variant.step = step;
	for (uint32_t i = 0; i < td_rf_step(step)->read_count && i < MOST_PIECES; i++)
		variant.sources[i] = read_of(step, i)->source;
	if (td_rf_step(step)->read_count > MOST_PIECES)
		give_up();
	else
		then(&variant);
}

/* It must write, for the node's step is to read it. */
static void propose_if_written(const struct variant *writer)
{
	int would = would_write(writer->step, writer->sources);
	if (would < 0 && is_as_it_was(writer))
		would = write_to(writer->step, read_of(own, level_read)->piece)->writes;
	if (would < 0)
		give_up();
	if (would > 0)
		propose_source(writer);
}

static void consider_writer(uint32_t step)
{
	if (step == own || td_rf_is_in(td_rf_past_before(step), td_rf_step(own)))
		return;
	for (uint32_t i = 0; i < level_read; i++)
		if (!go_together(own, i, read_of(own, i)->source, level_read, step))
			return;
	next_piece = TD_RF_INITIAL;
	if (!td_rf_is_in(cut, td_rf_step(step)))
		with_all_sources(step, propose_if_written);
	else if (own_is_new || td_rf_step(step)->is_new)
		as_it_was(step, propose_if_written);
}

static void consider_initial(void)
{
	for (uint32_t i = 0; i < level_read; i++)
		if (!go_together(own, i, read_of(own, i)->source, level_read, TD_RF_INITIAL))
			return;
	if (own_is_new && read_of(own, level_read)->source != TD_RF_INITIAL)
		propose_source(NULL);
}

static void consider_level(void)
{
	uint32_t piece = read_of(own, level_read)->piece;
	for (uint32_t i = td_rf->last_write[piece]; i && !is_too_much(); i = td_rf->writes[i - 1].next)
		consider_writer(td_rf->writes[i - 1].step);
	consider_initial();
}

static int could_come_next(const struct td_rf_write *write)
{
	const struct td_rf_step *step = td_rf_step(write->step);
	uint8_t needs = td_rf->accesses[write->access].needs;
	return write->step != own && !td_rf_is_in(cut, step) && !td_rf_is_in(td_rf_past_before(write->step), td_rf_step(own)) &&
	       (node->could & needs) == needs;
}

static void consider_next(void)
{
	next_piece = read_of(own, 0)->piece;
	next_source = read_of(own, 0)->source;
	for (uint32_t i = td_rf->last_write[next_piece]; i && !is_too_much(); i = td_rf->writes[i - 1].next) {
		const struct td_rf_write *write = &td_rf->writes[i - 1];
		if (could_come_next(write))
			with_all_sources(write->step, propose_next);
	}
}

/* After all else: other outcomes of what the step chose. */
static void consider_choice(uint32_t which)
{
	const struct td_rf_step *step = td_rf_step(own);
	uint32_t fixed[TD_RF_THREADS], level = CHOICE_LEVEL + which;
	struct td_rf_question question = {.cut = fixed};
	td_plain_copy(fixed, cut, sizeof fixed);
	fixed[step->thread] = step->number;
	know_key(node_to_fill, choice_key(own, which, step->choices[which]));
	for (uint32_t outcome = 0; outcome < step->choice_counts[which]; outcome++) {
		struct td_rf_way *before = node->ways;
		uint64_t key = choice_key(own, which, outcome);
		if (know_key(node_to_fill, key))
			continue;
		ask(&question, key, level, own);
		if (node->ways != before)
			choose_on_way(node->ways, which, outcome);
	}
}

static void join_both(const uint32_t *past)
{
	td_rf_join(cut, past);
	td_rf_join(before_own, past);
}

static int find_own(void)
{
	if (node->number > td_rf->step_count[node->thread])
		return 0;
	own = td_rf_step_of(node->thread, node->number);
	own_is_new = td_rf_step(own)->is_new;
	prefix = 0;
	td_plain_set(cut, 0, sizeof cut);
	td_plain_copy(cut, node->cut, node->threads * sizeof *cut);
	td_plain_copy(before_own, td_rf_past_before(own), sizeof before_own);
	if (td_rf_step(own)->read_count > MOST_PIECES)
		give_up();
	return !td_rf_step(own)->is_pending && td_rf_step(own)->read_count <= MOST_PIECES;
}

/* A write that no step reads may come before or after its memory is given back, and only one of the two is wrong: that is no
 * question of who reads from whom. */
static void check_free(const struct td_rf_access *access)
{
	const struct td_rf_step *step = td_rf_step(access->step);
	for (uint32_t i = 0; i < step->write_count; i++) {
		const struct td_rf_write *write = &td_rf->writes[step->first_write + i];
		for (uint32_t k = td_rf->last_write[write->piece]; k; k = td_rf->writes[k - 1].next) {
			uint32_t other = td_rf->writes[k - 1].step;
			if (!td_rf_is_in(td_rf_past(access->step), td_rf_step(other)) && !td_rf_is_in(td_rf_past(other), step))
				give_up();
		}
	}
}

void td_rf_check_frees(void)
{
	for (uint32_t i = 0; i < td_rf->access_count; i++)
		if (td_rf->accesses[i].is_free)
			check_free(&td_rf->accesses[i]);
}

void td_rf_find_keys(struct td_rf_node *self)
{
	node = node_to_fill = self;
	if ((self->is_object && !self->is_own) || is_too_much() || !find_own())
		return; /* all that could come next at an object is seen while its own step does */
	if (self->is_object && !self->only_chooses)
		consider_next();
	for (level_read = 0; level_read < td_rf_step(own)->read_count; level_read++) {
		const struct td_rf_read *read = read_of(own, level_read);
		if ((level_read || !self->is_object) && !self->only_chooses)
			consider_level();
		prefix = mix_source(prefix, read, level_read ? read - 1 : NULL);
		if (read->source != TD_RF_INITIAL)
			join_both(td_rf_past(read->source));
	}
	for (uint32_t i = 0; own_is_new && i < td_rf_step(own)->choice_count; i++)
		consider_choice(i);
}

static uint64_t hash_without_choices(uint32_t step)
{
	uint32_t sources[MOST_PIECES];
	for (uint32_t i = 0; i < td_rf_step(step)->read_count && i < MOST_PIECES; i++)
		sources[i] = read_of(step, i)->source;
	return td_rf_hash_with(step, sources);
}

int td_rf_has_key(const struct td_rf_way *way)
{
	uint32_t step = way->target;
	if (way->level >= CHOICE_LEVEL)
		return choice_key(step, way->level - CHOICE_LEVEL, td_rf_step(step)->choices[way->level - CHOICE_LEVEL]) == way->key;
	return way->is_next ? next_key(hash_without_choices(step)) == way->key : key_of(step, way->level) == way->key;
}
