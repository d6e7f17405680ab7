#include "witness.h"

#include "readsfrom_graph.h"
#include "rt/sys.h"

enum { MOST_TRIES = 20000, FAILED = 1 << 16, MOST_DEPTH = 4096 };

struct piece {
	uint32_t mark;           /* belongs to this question */
	uint32_t last;           /* step that wrote it last, or TD_RF_INITIAL */
	uint32_t waiting;        /* steps that have still to read that */
	uint32_t writers;        /* steps that have still to write it */
	uint32_t first_thread;   /* of those that may write it in the cut, + 1: see struct writing */
};

/* What a thread may write of a piece. */
struct writing {
	uint32_t thread;
	uint32_t to_come;        /* the first write that is not in the order yet, + 1; 0: none */
	uint32_t last;           /* the last one that is known */
	uint32_t next;           /* another thread's, + 1 */
};

/* For taking back a write. */
struct undo {
	uint32_t piece, last, waiting;
};

static const struct td_rf_question TD_STATE *question;
static uint32_t TD_STATE position[TD_RF_THREADS];   /* steps of each thread that are in the order */
static struct piece TD_STATE *pieces;
static uint32_t TD_STATE *readers;                  /* of each write, in the cut */
static struct writing TD_STATE *writings;
static uint32_t TD_STATE writing_count;
static uint32_t TD_STATE *writing_of, *next_write;  /* of each write: where it belongs, and the thread's next one of the piece, + 1 */
static uint32_t TD_STATE *result, result_length, wanted_length, question_mark, tries;
static struct undo TD_STATE *undos;
static uint32_t TD_STATE undo_count;
static uint64_t TD_STATE *failed;                   /* hashes of cuts, for this question */
static uint32_t TD_STATE *failed_marks;
uint64_t TD_STATE td_witness_effort;

static const struct td_rf_change *change_of(uint32_t step)
{
	for (uint32_t i = 0; i < question->change_count; i++)
		if (question->changes[i].step == step)
			return &question->changes[i];
	return NULL;
}

static uint32_t source_of(const struct td_rf_change *change, const struct td_rf_step *step, uint32_t i)
{
	return change ? change->sources[i] : td_rf->reads[step->first_read + i].source;
}

static int does_write(const struct td_rf_change *change, const struct td_rf_write *write)
{
	return change ? change->writes : write->writes;
}

static struct piece *piece_at(uint32_t number)
{
	struct piece *piece = &pieces[number];
	if (piece->mark != question_mark)
		*piece = (struct piece){.mark = question_mark, .last = TD_RF_INITIAL};
	return piece;
}

static void count_reader(uint32_t source, uint32_t number)
{
	struct piece *piece = piece_at(number);
	if (source == TD_RF_INITIAL) {
		piece->waiting++;
		return;
	}
	const struct td_rf_step *step = td_rf_step(source);
	for (uint32_t i = step->first_write; i < step->first_write + step->write_count; i++)
		readers[i] += td_rf->writes[i].piece == number;
}

static void forget_readers(const struct td_rf_step *step)
{
	for (uint32_t i = 0; i < step->write_count; i++)
		readers[step->first_write + i] = 0;
}

/* The writes of one thread come one after the other. */
static void note_write(uint32_t index, uint32_t thread)
{
	struct piece *piece = piece_at(td_rf->writes[index].piece);
	struct writing *own = piece->first_thread ? &writings[piece->first_thread - 1] : NULL;
	if (own && own->thread == thread) {
		next_write[own->last] = index + 1;
	} else {
		own = &writings[writing_count++];
		*own = (struct writing){.thread = thread, .to_come = index + 1, .next = piece->first_thread};
		piece->first_thread = writing_count;
	}
	own->last = index;
	writing_of[index] = (uint32_t)(own - writings);
	next_write[index] = 0;
}

static void count_step(uint32_t number)
{
	const struct td_rf_step *step = td_rf_step(number);
	const struct td_rf_change *change = change_of(number);
	for (uint32_t i = 0; i < step->read_count; i++) {
		uint32_t source = source_of(change, step, i);
		if (source != TD_RF_ANY)
			count_reader(source, td_rf->reads[step->first_read + i].piece);
	}
	for (uint32_t i = 0; i < step->write_count; i++) {
		const struct td_rf_write *write = &td_rf->writes[step->first_write + i];
		piece_at(write->piece)->writers += (uint32_t)does_write(change, write);
		note_write(step->first_write + i, step->thread);
	}
}

static void for_each(void (*what)(uint32_t))
{
	for (uint32_t t = 0; t < td_rf->threads; t++)
		for (uint32_t n = 1; n <= question->cut[t]; n++)
			what(td_rf_step_of(t, n));
}

static void forget_step(uint32_t number)
{
	forget_readers(td_rf_step(number));
	wanted_length++;
}

static void set_up(const struct td_rf_question *asked, uint32_t *order)
{
	if (!pieces) {
		pieces = td_map((1ull << 22) * sizeof *pieces);
		readers = td_map((1ull << 22) * sizeof *readers);
		writings = td_map((1ull << 22) * sizeof *writings);
		writing_of = td_map((1ull << 22) * sizeof *writing_of);
		next_write = td_map((1ull << 22) * sizeof *next_write);
		undos = td_map((1ull << 22) * sizeof *undos);
		failed = td_map(FAILED * sizeof *failed);
		failed_marks = td_map(FAILED * sizeof *failed_marks);
	}
	question = asked;
	result = order;
	question_mark++;
	result_length = wanted_length = undo_count = writing_count = tries = 0;
	td_plain_set(position, 0, sizeof position);
	for_each(forget_step);
	for_each(count_step);
}

static uint32_t reads_here(const struct td_rf_step *step, const struct td_rf_change *change, uint32_t piece)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < step->read_count; i++)
		if (td_rf->reads[step->first_read + i].piece == piece)
			count += source_of(change, step, i) != TD_RF_ANY;
	return count;
}

static int has_its_past(uint32_t number)
{
	const uint32_t *past = td_rf_past_before(number);
	for (uint32_t t = 0; t < td_rf->threads; t++)
		if (past[t] > position[t])
			return 0;
	return 1;
}

/* Whether the step can come next. */
static int can_come(uint32_t number, const struct td_rf_change *change)
{
	const struct td_rf_step *step = td_rf_step(number);
	if (!has_its_past(number))
		return 0;
	for (uint32_t i = 0; i < step->read_count; i++) {
		uint32_t source = source_of(change, step, i);
		if (source != TD_RF_ANY && pieces[td_rf->reads[step->first_read + i].piece].last != source)
			return 0;
	}
	for (uint32_t i = 0; i < step->write_count; i++) {
		const struct td_rf_write *write = &td_rf->writes[step->first_write + i];
		if (does_write(change, write) && pieces[write->piece].waiting > reads_here(step, change, write->piece))
			return 0;
	}
	return 1;
}

/* All others that have still to write the piece come behind this step anyhow: of each thread the first one does. */
static int others_come_behind(uint32_t number, uint32_t piece)
{
	const struct td_rf_step *step = td_rf_step(number);
	for (uint32_t i = pieces[piece].first_thread; i; i = writings[i - 1].next) {
		const struct writing *writing = &writings[i - 1];
		if (!writing->to_come || writing->thread == step->thread)
			continue;
		uint32_t other = td_rf->writes[writing->to_come - 1].step;
		const uint32_t *past = change_of(other) ? td_rf_past_before(other) : td_rf_past(other);
		if (!td_rf_is_in(past, step))
			return 0;
	}
	return 1;
}

static int is_harmless(uint32_t number, const struct td_rf_change *change)
{
	const struct td_rf_step *step = td_rf_step(number);
	for (uint32_t i = step->first_write; i < step->first_write + step->write_count; i++) {
		const struct td_rf_write *write = &td_rf->writes[i];
		if (!does_write(change, write) || !readers[i] || pieces[write->piece].writers == 1)
			continue;
		if (!others_come_behind(number, write->piece))
			return 0;
	}
	return 1;
}

static void put(uint32_t number, const struct td_rf_change *change)
{
	const struct td_rf_step *step = td_rf_step(number);
	for (uint32_t i = 0; i < step->read_count; i++)
		if (source_of(change, step, i) != TD_RF_ANY)
			pieces[td_rf->reads[step->first_read + i].piece].waiting--;
	for (uint32_t i = step->first_write; i < step->first_write + step->write_count; i++) {
		struct piece *piece = &pieces[td_rf->writes[i].piece];
		writings[writing_of[i]].to_come = next_write[i];
		if (!does_write(change, &td_rf->writes[i]))
			continue;
		undos[undo_count++] = (struct undo){td_rf->writes[i].piece, piece->last, piece->waiting};
		piece->last = number;
		piece->waiting = readers[i];
		piece->writers--;
	}
	position[step->thread]++;
	result[result_length++] = number;
}

static void take_back(void)
{
	uint32_t number = result[--result_length];
	const struct td_rf_step *step = td_rf_step(number);
	const struct td_rf_change *change = change_of(number);
	position[step->thread]--;
	for (uint32_t i = step->first_write + step->write_count; i-- > step->first_write;) {
		writings[writing_of[i]].to_come = i + 1;
		if (!does_write(change, &td_rf->writes[i]))
			continue;
		const struct undo *undo = &undos[--undo_count];
		pieces[undo->piece].last = undo->last;
		pieces[undo->piece].waiting = undo->waiting;
		pieces[undo->piece].writers++;
	}
	for (uint32_t i = 0; i < step->read_count; i++)
		if (source_of(change, step, i) != TD_RF_ANY)
			pieces[td_rf->reads[step->first_read + i].piece].waiting++;
}

static void put_harmless(void)
{
	int found;
	do {
		found = 0;
		for (uint32_t t = 0; t < td_rf->threads; t++) {
			while (position[t] < question->cut[t]) {
				uint32_t number = td_rf_step_of(t, position[t] + 1);
				const struct td_rf_change *change = change_of(number);
				if (!can_come(number, change) || !is_harmless(number, change))
					break;
				put(number, change);
				found = 1;
			}
		}
	} while (found);
}

static uint64_t position_hash(void)
{
	uint64_t hash = 0;
	for (uint32_t t = 0; t < td_rf->threads; t++)
		hash = td_mix(hash, position[t] + 1);
	return hash;
}

static int has_failed(uint64_t hash)
{
	uint32_t slot = (uint32_t)(hash % FAILED);
	return failed_marks[slot] == question_mark && failed[slot] == hash;
}

/* A slot may be taken by another cut, which is then only looked at again. */
static void remember_failed(uint64_t hash)
{
	failed[hash % FAILED] = hash;
	failed_marks[hash % FAILED] = question_mark;
}

static int order_rest(uint32_t depth)
{
	uint32_t start = result_length;
	put_harmless();
	if (result_length == wanted_length)
		return 1;
	uint64_t hash = position_hash();
	tries = depth < MOST_DEPTH ? tries + 1 : MOST_TRIES;
	if (tries < MOST_TRIES && !has_failed(hash)) {
		for (uint32_t t = 0; t < td_rf->threads; t++) {
			uint32_t number = position[t] < question->cut[t] ? td_rf_step_of(t, position[t] + 1) : TD_RF_INITIAL;
			if (number == TD_RF_INITIAL || !can_come(number, change_of(number)))
				continue;
			put(number, change_of(number));
			if (order_rest(depth + 1))
				return 1;
			take_back();
		}
		remember_failed(hash);
	}
	while (result_length > start)
		take_back();
	return 0;
}

enum td_rf_answer td_witness_find(const struct td_rf_question *asked, uint32_t *order, uint32_t *length)
{
	set_up(asked, order);
	int found = order_rest(0);
	*length = result_length;
	td_witness_effort += wanted_length + tries;
	return found ? TD_RF_YES : tries >= MOST_TRIES ? TD_RF_NOT_KNOWN : TD_RF_NO;
}
