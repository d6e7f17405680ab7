#include "race_places.h"

#include "race_names.h"

#include <stdlib.h>
#include <string.h>

enum { WIDEST = 8 /* bytes: what is wider is a block, made of places */ };

/* Access contexts, by address. */
struct sorted {
	uint32_t *items;         /* indices into the book */
	uint32_t count;
};

static const struct td_race_book *sorting;

static int by_address(const void *a, const void *b)
{
	const struct td_access_context *x = &sorting->contexts[*(const uint32_t *)a],
				       *y = &sorting->contexts[*(const uint32_t *)b];

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return x->size != y->size ? x->size < y->size ? -1 : 1 : x < y ? -1 : x > y;
}

static struct sorted sort_contexts(const struct td_race_book *book)
{
	struct sorted sorted = { td_alloc(TD_MAX_CONTEXTS * sizeof *sorted.items), 0 };

	for (uint32_t i = 0; i < TD_MAX_CONTEXTS; i++)
		if (book->contexts[i].used)
			sorted.items[sorted.count++] = i;
	sorting = book;
	qsort(sorted.items, sorted.count, sizeof *sorted.items, by_address);
	return sorted;
}

static int overlaps(const struct td_race_place *place, const struct td_access_context *context)
{
	return context->address < place->end && context->address + context->size > place->start;
}

size_t td_race_place_behind(const struct td_race_places *places, uint64_t address)
{
	size_t low = 0, high = places->count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (places->items[middle].end > address)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static void add_place(struct td_race_places *places, const struct td_access_context *context)
{
	struct td_race_place *last = places->count ? &places->items[places->count - 1] : NULL;
	struct td_race_place place = { .start = context->address, .end = context->address + context->size, .alike = 1 };

	if (!last || last->end <= place.start)
		TD_PUSH(places, place);
	else if (last->end < place.end)
		last->end = place.end;
}

static int has_place(const struct td_race_places *places, const struct td_access_context *context)
{
	size_t i = td_race_place_behind(places, context->address);

	return i < places->count && overlaps(&places->items[i], context);
}

static int by_start(const void *a, const void *b)
{
	const struct td_race_place *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* First what single accesses make, then blocks of which no part has been accessed alone. */
static struct td_race_places find_places(const struct td_race_book *book, const struct sorted *sorted)
{
	struct td_race_places places = { 0 }, blocks = { 0 };

	for (uint32_t i = 0; i < sorted->count; i++)
		if (book->contexts[sorted->items[i]].size <= WIDEST)
			add_place(&places, &book->contexts[sorted->items[i]]);
	for (uint32_t i = 0; i < sorted->count; i++)
		if (!has_place(&places, &book->contexts[sorted->items[i]]))
			add_place(&blocks, &book->contexts[sorted->items[i]]);
	for (size_t i = 0; i < blocks.count; i++)
		TD_PUSH(&places, blocks.items[i]);
	if (places.count)
		qsort(places.items, places.count, sizeof *places.items, by_start);
	free(blocks.items);
	return places;
}

static void count_context(struct td_race_place *place, const struct td_access_context *context)
{
	place->contexts++;
	place->accesses += context->count;
	place->unlocked += context->lockset ? 0 : context->count;
	place->is_written |= context->access & TD_ACCESS_WRITES;
	place->is_plain |= !(context->access & TD_ACCESS_ATOMIC);
}

static void count_contexts(struct td_race_places *places, const struct td_race_book *book, const struct sorted *sorted)
{
	for (uint32_t i = 0; i < sorted->count; i++) {
		const struct td_access_context *context = &book->contexts[sorted->items[i]];

		for (size_t k = td_race_place_behind(places, context->address);
		     k < places->count && overlaps(&places->items[k], context); k++)
			count_context(&places->items[k], context);
	}
}

/* Locks that both sets have; `common` was the first set so far, if `is_first` is not true. */
static void keep_common(struct td_lockset *common, const struct td_lockset *set, int is_first)
{
	uint32_t kept = 0;

	if (is_first) {
		*common = *set;
		return;
	}
	for (uint32_t i = 0; i < common->count; i++)
		for (uint32_t k = 0; k < set->count; k++)
			if (common->locks[i] == set->locks[k]) {
				common->locks[kept++] = common->locks[i];
				break;
			}
	common->count = kept;
}

static void meet(struct td_race_place *place, struct td_lockset *common, const struct td_race_book *book,
		 const struct td_pair *pair)
{
	for (int i = 0; i < 2; i++) {
		const struct td_access_context *context = &book->contexts[pair->context[i] - 1];

		if (pair->met != TD_PAIR_ORDERED)
			keep_common(common, &book->locksets[context->lockset % TD_MAX_LOCKSETS],
				    !(place->met & ~TD_PAIR_ORDERED) && !i);
	}
	place->pairs++;
	place->met |= pair->met;
}

static int is_pair(const struct td_pair *pair)
{
	return pair->context[0] && pair->context[1] && pair->context[0] <= TD_MAX_CONTEXTS &&
	       pair->context[1] <= TD_MAX_CONTEXTS;
}

static void count_pairs(struct td_race_places *places, const struct td_race_book *book)
{
	struct td_lockset *common = td_alloc(places->count * sizeof *common);

	for (uint32_t i = 0; i < TD_MAX_PAIRS; i++) {
		const struct td_pair *pair = &book->pairs[i];
		const struct td_access_context *one, *other;

		if (!is_pair(pair))
			continue;
		one = &book->contexts[pair->context[0] - 1];
		other = &book->contexts[pair->context[1] - 1];
		for (size_t k = td_race_place_behind(places, one->address);
		     k < places->count && overlaps(&places->items[k], one); k++)
			if (overlaps(&places->items[k], other))
				meet(&places->items[k], &common[k], book, pair);
	}
	for (size_t i = 0; i < places->count; i++)
		if (common[i].count)
			places->items[i].lock_address = common[i].locks[0];
	free(common);
}

/* Elements of an array. */

/* The name with every index as a star: "slots[3].next" is "slots[*].next". */
static char *pattern_of(const char *name)
{
	char *pattern = td_alloc(strlen(name) + 2), *to = pattern;

	for (; *name; name++) {
		*to++ = *name;
		if (*name == '[' && name[1] >= '0' && name[1] <= '9') {
			*to++ = '*';
			name += strspn(name + 1, "0123456789");
		}
	}
	return pattern;
}

static int is_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static void take_over(struct td_race_place *into, struct td_race_place *from)
{
	into->accesses += from->accesses;
	into->unlocked += from->unlocked;
	into->contexts += from->contexts;
	into->pairs += from->pairs;
	into->alike++;
	free(from->name);
	free(from->lock);
}

/* Neighbours that differ in nothing but an index become one. */
static void join_alike(struct td_race_places *places)
{
	size_t kept = 0;

	for (size_t i = 0; i < places->count; i++) {
		struct td_race_place *place = &places->items[i], *last = kept ? &places->items[kept - 1] : NULL;
		char *now = pattern_of(place->name), *before = last ? pattern_of(last->name) : NULL;

		if (last && strcmp(now, place->name) && !strcmp(now, before) && is_same_text(place->lock, last->lock) &&
		    !strcmp(td_race_place_verdict(place), td_race_place_verdict(last))) {
			take_over(last, place);
			free(last->name);
			last->name = td_strdup(now);
		} else {
			places->items[kept++] = *place;
		}
		free(now);
		free(before);
	}
	places->count = kept;
}

const char *td_race_place_verdict(const struct td_race_place *place)
{
	if (place->met & TD_PAIR_RACED)
		return "race";
	if (place->met & TD_PAIR_BENIGN)
		return "intended race";
	if (place->met == TD_PAIR_LOCKED)
		return "locked";
	if (place->met == TD_PAIR_ORDERED)
		return "ordered";
	if (place->met)
		return "locked or ordered";
	if (place->is_partial)
		return "not known";
	return !place->is_written ? "only read" : place->is_plain ? "no conflict" : "atomic";
}

struct td_race_places td_race_places_make(const struct td_channel *channel, const struct td_command *command,
					  const struct td_job *like, const struct td_schedules *raced, double watchdog)
{
	struct sorted sorted = sort_contexts(&channel->races);
	struct td_race_places places = find_places(&channel->races, &sorted);

	places.are_partial = channel->races.full != 0;
	for (size_t i = 0; i < places.count; i++)
		places.items[i].is_partial = places.are_partial;
	count_contexts(&places, &channel->races, &sorted);
	count_pairs(&places, &channel->races);
	td_race_names_find(&places, command, like, raced, watchdog);
	join_alike(&places);
	free(sorted.items);
	return places;
}

void td_race_places_free(struct td_race_places *places)
{
	for (size_t i = 0; i < places->count; i++) {
		free(places->items[i].name);
		free(places->items[i].lock);
	}
	free(places->items);
}
