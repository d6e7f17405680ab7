#include "mark.h"

#include "events.h"
#include "fiber.h"
#include "part.h"
#include "rt/sys.h"

#include <sys/syscall.h>

enum { MOST = 48, FEWEST = 8, MOST_BYTES = 1 << 23, MOST_IN_ALL = 1 << 26, FIRST_ROOM = 1 << 16, MOST_REFUSALS = 8 };

/* An event costs as much as so many operations on memory of one's own, and as a copy of so many bytes, or of fewer, if they are so many that they
 * do not fit into the caches. */
enum { EVENT = 16, BYTES_AN_EVENT = 4096, FEWER = 1024, LARGE = 1 << 18 };

#define NEVER UINT64_MAX

/* Before each piece of a copy: so many rows, which lie that far apart. */
struct piece {
	char *at;
	uint32_t size;               /* of a row */
	uint16_t rows, apart;
};

typedef uint64_t pair __attribute__((vector_size(16), aligned(8), may_alias));

struct mark {
	uint8_t *bytes;              /* pieces, each behind its struct piece and filled up to eight bytes */
	uint64_t room, used;
	uint32_t decisions, events;  /* before it ... */
	uint64_t work;               /* ... and what they have cost */
	struct td_fiber *fiber;      /* that stood at the decision */
};

struct td_mark_plan TD_STATE td_mark_plan;
static struct mark TD_STATE marks[MOST]; /* the deepest last */
static uint32_t TD_STATE mark_count;
static struct mark TD_STATE *making;
static uint32_t TD_STATE decisions_now;
static uint64_t TD_STATE work_now;
static uint32_t TD_STATE refusals;
typedef void part_function(void);
static part_function TD_STATE **makers, **backs; /* of the parts that have one, in the order of the table */
static uint32_t TD_STATE maker_count, back_count;
static uint64_t TD_STATE last_size;      /* of a mark, to know beforehand what the next one will cost */

extern char __start_td_under_way[], __stop_td_under_way[];

static void make_room(struct mark *mark, uint64_t wanted)
{
	uint64_t room = mark->room ? mark->room : FIRST_ROOM;
	while (room < wanted)
		room *= 2;
	if (room == mark->room)
		return;
	uint8_t *bytes = td_map(room);
	td_plain_copy(bytes, mark->bytes, mark->used);
	if (mark->bytes)
		td_syscall(SYS_munmap, (long)mark->bytes, (long)mark->room, 0, 0, 0, 0);
	mark->bytes = bytes;
	mark->room = room;
}

static uint64_t filled_up(uint64_t size)
{
	return (size + 7) & ~7ull;
}

/* Most are small. */
static inline void copy(char *to, const char *from, uint32_t size)
{
	if (size % sizeof(pair) || size > 4 * sizeof(pair)) {
		td_plain_copy(to, from, size);
		return;
	}
	for (uint32_t at = 0; at < size; at += sizeof(pair))
		*(pair *)(to + at) = *(const pair *)(from + at);
}

/* When there is too much it is only counted. */
static inline void keep(const void *start, uint64_t size, uint32_t rows, uint32_t apart)
{
	uint64_t room = filled_up(size), end = making->used + sizeof(struct piece) + rows * room;
	if (end <= MOST_BYTES) {
		if (unlikely(end > making->room))
			make_room(making, end);
		struct piece *piece = (struct piece *)(making->bytes + making->used);
		*piece = (struct piece){(char *)start, (uint32_t)size, (uint16_t)rows, (uint16_t)apart};
		for (uint32_t i = 0; i < rows; i++)
			copy((char *)(piece + 1) + i * room, (const char *)start + i * apart, (uint32_t)size);
	}
	making->used = end;
}

void td_mark_keep(const void *start, size_t size)
{
	if (size)
		keep(start, size, 1, 0);
}

void td_mark_keep_rows(const void *start, uint32_t size, uint32_t rows, uint32_t apart)
{
	for (uint32_t done = 0; done < rows; done += UINT16_MAX) {
		uint32_t some = rows - done < UINT16_MAX ? rows - done : UINT16_MAX;
		keep((const char *)start + (uint64_t)done * apart, size, some, apart);
	}
}

void td_mark_give_up(void)
{
	making->used = MOST_BYTES + 1;
}

void td_marks_setup(void)
{
	makers = td_map(2 * td_part_count * sizeof *makers);
	backs = makers + td_part_count;
	for (uint32_t i = 0; i < td_part_count; i++) {
		if (td_parts[i].mark)
			makers[maker_count++] = td_parts[i].mark;
		if (td_parts[i].back)
			backs[back_count++] = td_parts[i].back;
	}
}

static void keep_all(void)
{
	for (uint32_t i = 0; i < maker_count; i++)
		makers[i]();
	td_mark_keep(__start_td_under_way, (size_t)(__stop_td_under_way - __start_td_under_way));
}

static void put_pieces_back(const struct mark *mark)
{
	for (const uint8_t *at = mark->bytes; at < mark->bytes + mark->used;) {
		const struct piece *piece = (const struct piece *)at;
		uint64_t room = filled_up(piece->size);
		at += sizeof *piece;
		for (uint32_t i = 0; i < piece->rows; i++, at += room)
			copy(piece->at + i * piece->apart, (const char *)at, piece->size);
	}
}

/* Fibres come last: others look at threads that are gone. */
static void forget_what_came_since(void)
{
	for (uint32_t i = back_count; i-- > 0;)
		backs[i]();
}

static uint64_t price_of(uint64_t size)
{
	return EVENT * (1 + size / (size < LARGE ? BYTES_AN_EVENT : FEWER));
}

static void plan_next(uint32_t events, uint64_t work)
{
	td_mark_plan = (struct td_mark_plan){events, work, td_self_check() ? 0 : price_of(last_size)};
}

static uint64_t work_so_far(void)
{
	return EVENT * (uint64_t)td_event_count + td_op_count();
}

int td_mark_pays(uint32_t times)
{
	return td_mark_plan.price != NEVER && (work_so_far() - td_mark_plan.work) * times >= td_mark_plan.price * TD_MARK_ONCE;
}

void td_mark_here(uint32_t decisions)
{
	decisions_now = decisions;
	work_now = work_so_far();
	td_fiber_pause();
}

static void swap(struct mark *a, struct mark *b)
{
	struct mark spare = *a;
	*a = *b;
	*b = spare;
}

/* The earlier ones are seldom gone back to. */
static void thin_out(void)
{
	uint32_t gone = mark_count / 4;
	for (uint32_t i = 1; i < gone; i++)
		swap(&marks[i], &marks[2 * i]);
	for (uint32_t i = 2 * gone; i < mark_count; i++)
		swap(&marks[i - gone], &marks[i]);
	mark_count -= gone;
}

static uint32_t most_marks(void)
{
	uint64_t fitting = last_size ? MOST_IN_ALL / last_size : MOST;
	return fitting > MOST ? MOST : fitting < FEWEST ? FEWEST : (uint32_t)fitting;
}

void td_mark_make(struct td_fiber *fiber)
{
	if (td_mark_plan.price == NEVER)
		return;
	if (mark_count >= most_marks())
		thin_out();
	struct mark *mark = &marks[mark_count];
	mark->used = 0;
	mark->decisions = decisions_now;
	mark->events = td_event_count;
	mark->work = work_now;
	mark->fiber = fiber;
	making = mark;
	keep_all();
	last_size = mark->used;
	if (mark->used > MOST_BYTES) {
		td_mark_refuse();
		return;
	}
	mark_count++;
	td_channel->done.marks++;
	td_channel->done.mark_bytes += mark->used;
	plan_next(mark->events, mark->work);
}

void td_mark_refuse(void)
{
	if (td_mark_plan.price == NEVER && !mark_count)
		return;
	mark_count = 0;
	td_mark_plan.price = NEVER;
	refusals++;
}

void td_marks_drop(void)
{
	mark_count = 0;
	refusals = 0;
	last_size = 0;
}

int td_marks_exist(void)
{
	return mark_count != 0;
}

void td_marks_begin(int are_wanted, int are_possible)
{
	mark_count = 0;
	plan_next(0, 0);
	if (!are_wanted || !are_possible || refusals >= MOST_REFUSALS)
		td_mark_plan.price = NEVER;
}

struct td_fiber *td_mark_go_back(uint32_t unchanged, uint32_t *decisions)
{
	while (mark_count && marks[mark_count - 1].decisions > unchanged)
		mark_count--;
	if (!mark_count)
		return NULL;
	const struct mark *mark = &marks[mark_count - 1];
	put_pieces_back(mark);
	forget_what_came_since();
	*decisions = mark->decisions;
	td_channel->done.resumed++;
	td_channel->done.skipped += td_event_count;
	plan_next(mark->events, mark->work);
	return mark->fiber;
}
