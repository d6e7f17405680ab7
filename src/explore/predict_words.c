/* A prediction in words: names of locks and places, looked up in the program's files. */
#include "predict.h"

#include "replay.h"
#include "trace/naming.h"

#include <stdlib.h>
#include <string.h>

struct words {
	const struct td_channel *channel;
	struct td_symbols *symbols;
	struct td_naming *naming;
	char *labels[TD_MAX_THREADS];
};

struct place_list {
	struct td_site *items;
	size_t count, room;
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void add_places(struct words *self, struct place_list *list, uint64_t relative)
{
	uint64_t pc = td_absolute_address(relative, self->channel->modules, self->channel->module_count);
	struct td_site sites[TD_MAX_FRAMES];
	uint32_t count = td_symbols_sites(self->symbols, pc, TD_PC_RETURN, sites, TD_MAX_FRAMES);

	for (uint32_t i = 0; i < count; i++) {
		if (sites[i].file && td_site_is_own(&sites[i]))
			TD_PUSH(list, sites[i]);
		else
			td_sites_clear(&sites[i], 1);
	}
}

/* Where the program's own code took the lock, innermost first, inlined functions among them. */
static struct place_list places_of(struct words *self, const struct td_lock_edge *edge)
{
	struct place_list list = { 0 };

	for (uint32_t i = 0; i < TD_EDGE_FRAMES && edge->frames[i]; i++)
		add_places(self, &list, edge->frames[i]);
	if (!list.count)
		TD_PUSH(&list, ((struct td_site){.function = td_format("0x%llx", (unsigned long long)edge->to_site)}));
	return list;
}

static const struct td_site *place_at(const struct place_list *list, size_t level)
{
	return &list->items[level < list->count ? level : list->count - 1];
}

static char *place_words(const struct td_site *site)
{
	return site->file ? td_format("%s:%d", base_name(site->file), site->line) : td_strdup(site->function);
}

static int is_same_place(const struct td_site *a, const struct td_site *b)
{
	char *first = place_words(a), *second = place_words(b);
	int same = !strcmp(first, second);

	free(first);
	free(second);
	return same;
}

static int are_alike(const struct place_list *lists, uint32_t count, size_t level)
{
	for (uint32_t i = 1; i < count; i++)
		if (!is_same_place(place_at(&lists[i], level), place_at(&lists[0], level)))
			return 0;
	return 1;
}

/* Where all edges take their locks in one place, a function that locks for all its callers, those callers say more. */
static size_t level_of(const struct place_list *lists, uint32_t count)
{
	for (size_t level = 0; level < lists[0].count; level++)
		if (!are_alike(lists, count, level))
			return level;
	return 0;
}

/* Takes the place at this level out of the list, and clears the rest. */
static struct td_site take_place(struct place_list *list, size_t level)
{
	size_t at = level < list->count ? level : list->count - 1;
	struct td_site site = list->items[at];

	list->items[at] = (struct td_site){ 0 };
	td_sites_clear(list->items, (uint32_t)list->count);
	free(list->items);
	return site;
}

/* What an edge of the circle starts from: a lock, or a thread that is joined. */
static char *lock_of(struct words *self, const struct td_lock_edge *edge)
{
	uint64_t address = td_absolute_address(edge->from, self->channel->modules, self->channel->module_count);
	struct td_name name = { 0 };
	char *text;

	if (!edge->from_site)
		return td_strdup("the end of a thread");
	if (!td_naming_data(self->naming, address, 0, &name))
		return td_format("0x%llx", (unsigned long long)address);
	text = td_format("%s%s", name.root, name.path ? name.path : "");
	td_name_clear(&name);
	return text;
}

static void append(char **text, const char *between, char *more)
{
	char *longer = td_format("%s%s%s", *text, between, more);

	free(*text);
	free(more);
	*text = longer;
}

/* " between f.c:12 and g.c:30", or " at f.c:12". */
static void append_places(struct words *self, struct td_circle *circle, char **text)
{
	struct place_list places[TD_LONGEST_CIRCLE] = { 0 };
	size_t level;
	uint32_t said;

	for (uint32_t i = 0; i < circle->length; i++)
		places[i] = places_of(self, &circle->edges[i]);
	level = level_of(places, circle->length);
	said = are_alike(places, circle->length, level) ? 1 : circle->length;
	for (uint32_t i = 0; i < circle->length; i++)
		circle->sites[i] = take_place(&places[i], level);
	for (uint32_t i = 0; i < said; i++)
		append(text,
		       said == 1      ? " at "
		       : i == 0       ? " between "
		       : i + 1 < said ? ", "
				      : " and ",
		       place_words(&circle->sites[i]));
}

static char *words_of(struct words *self, struct td_circle *circle)
{
	char *text = td_strdup("lock-order cycle ");

	for (uint32_t i = 0; i < circle->length; i++) {
		circle->locks[i] = lock_of(self, &circle->edges[i]);
		append(&text, i ? " -> " : "", td_strdup(circle->locks[i]));
	}
	append(&text, " -> ", td_strdup(circle->locks[0]));
	append_places(self, circle, &text);
	return text;
}

void td_predictions_name(struct td_predictions *self, const struct td_channel *channel)
{
	struct words words = { .channel = channel };

	for (uint32_t i = 0; i < TD_MAX_THREADS; i++)
		words.labels[i] = "thread";
	words.symbols = td_symbols_open(channel->modules, channel->module_count);
	words.naming = td_naming_open(words.symbols, channel, words.labels);
	for (uint32_t i = 0; i < channel->ended.event_count; i++)
		td_naming_step(words.naming, i);
	for (size_t i = 0; i < self->count; i++)
		if (!td_prediction_is_confirmed(self, &self->items[i]))
			self->items[i].words = words_of(&words, &self->items[i]);
	td_naming_close(words.naming);
	td_symbols_close(words.symbols);
}
