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

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Locks of the C++ library and the like are taken in code that is not the program's: the place is the innermost that has a line. */
static char *place_of(struct words *self, uint64_t relative)
{
	uint64_t pc = td_absolute_address(relative, self->channel->modules, self->channel->module_count);
	struct td_site sites[TD_MAX_FRAMES];
	uint32_t count = td_symbols_sites(self->symbols, pc, TD_PC_RETURN, sites, TD_MAX_FRAMES);
	char *place = NULL;

	for (uint32_t i = 0; i < count; i++) {
		if (!place && sites[i].file)
			place = td_format("%s:%d", base_name(sites[i].file), sites[i].line);
		free(sites[i].function);
		free(sites[i].file);
		free(sites[i].source);
	}
	return place ? place : td_format("0x%llx", (unsigned long long)pc);
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

static char *words_of(struct words *self, const struct td_circle *circle)
{
	char *text = td_strdup("lock-order cycle ");

	for (uint32_t i = 0; i < circle->length; i++)
		append(&text, i ? " -> " : "", lock_of(self, &circle->edges[i]));
	append(&text, " -> ", lock_of(self, &circle->edges[0]));
	for (uint32_t i = 0; i < circle->length; i++)
		append(&text, i == 0 ? " between " : i + 1 < circle->length ? ", " : " and ", place_of(self, circle->edges[i].to_site));
	return text;
}

char *td_circle_words(const struct td_circle *self, const struct td_channel *channel)
{
	struct words words = { .channel = channel };
	char *text;

	for (uint32_t i = 0; i < TD_MAX_THREADS; i++)
		words.labels[i] = "thread";
	words.symbols = td_symbols_open(channel->modules, channel->module_count);
	words.naming = td_naming_open(words.symbols, channel, words.labels);
	text = words_of(&words, self);
	td_naming_close(words.naming);
	td_symbols_close(words.symbols);
	return text;
}
