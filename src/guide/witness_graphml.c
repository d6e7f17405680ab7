/* Violation witnesses of SV-COMP, format 1.0: an automaton in GraphML.
 *
 * Its shortest way from the entry to a violation is the way that is taken; each of its edges may have a line and a
 * thread. */
#include "warnings.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

struct edge {
	char *source, *target, *file;
	int line, thread;
};

struct edges {
	struct edge *items;
	size_t count, room;
};

struct reader {
	struct edges edges;
	struct edge now;
	bool is_in_edge;
	char *node, *key, *text;            /* what is being read */
	char *entry, *specification, *file; /* of the graph */
	struct td_strings violations;
	bool is_correctness;
};

static const char *attribute(const char **attributes, const char *name)
{
	for (; *attributes; attributes += 2)
		if (!strcmp(attributes[0], name))
			return attributes[1];
	return "";
}

static void replace(char **text, char *with)
{
	free(*text);
	*text = with;
}

static void begin(void *context, const char *name, const char **attributes)
{
	struct reader *self = context;

	if (!strcmp(name, "edge")) {
		self->is_in_edge = true;
		self->now = (struct edge){.source = td_strdup(attribute(attributes, "source")),
					  .target = td_strdup(attribute(attributes, "target")),
					  .thread = -1};
	} else if (!strcmp(name, "node")) {
		replace(&self->node, td_strdup(attribute(attributes, "id")));
	} else if (!strcmp(name, "data")) {
		replace(&self->key, td_strdup(attribute(attributes, "key")));
	}
	replace(&self->text, td_strdup(""));
}

static void take_text(void *context, const char *text, int length)
{
	struct reader *self = context;

	if (self->text)
		replace(&self->text, td_format("%s%.*s", self->text, length, text));
}

static void take_edge_data(struct reader *self)
{
	if (!strcmp(self->key, "startline"))
		self->now.line = atoi(self->text);
	else if (!strcmp(self->key, "threadId"))
		self->now.thread = atoi(self->text);
	else if (!strcmp(self->key, "originfile"))
		replace(&self->now.file, td_strdup(self->text));
}

static void take_data(struct reader *self)
{
	bool is_true = !strcmp(self->text, "true");

	if (self->is_in_edge)
		take_edge_data(self);
	else if (self->node && !strcmp(self->key, "entry") && is_true)
		replace(&self->entry, td_strdup(self->node));
	else if (self->node && !strcmp(self->key, "violation") && is_true)
		TD_PUSH(&self->violations, td_strdup(self->node));
	else if (!strcmp(self->key, "programfile"))
		replace(&self->file, td_strdup(self->text));
	else if (!strcmp(self->key, "specification"))
		replace(&self->specification, td_strdup(self->text));
	else if (!strcmp(self->key, "witness-type"))
		self->is_correctness = !strcmp(self->text, "correctness_witness");
}

static void end(void *context, const char *name)
{
	struct reader *self = context;

	if (!strcmp(name, "data") && self->key && self->text) {
		take_data(self);
	} else if (!strcmp(name, "edge")) {
		TD_PUSH(&self->edges, self->now);
		self->is_in_edge = false;
	} else if (!strcmp(name, "node")) {
		replace(&self->node, NULL);
	}
}

static bool is_violation(const struct reader *self, const char *node)
{
	for (size_t i = 0; i < self->violations.count; i++)
		if (!strcmp(self->violations.items[i], node))
			return true;
	return false;
}

/* Breadth first; `before[i]` is the edge by which edge i was come to, its own number at the entry.  Returns the last
 * edge of a shortest way, or the number of edges. */
static size_t search(const struct reader *self, size_t *before)
{
	size_t count = self->edges.count, *queue = td_alloc((count + 1) * sizeof *queue), first = 0, last = 0,
	       found = count;
	bool *is_seen = td_alloc(count + 1);
	const char *from = self->entry;

	while (found == count) {
		for (size_t i = 0; i < count; i++)
			if (!is_seen[i] && !strcmp(self->edges.items[i].source, from)) {
				is_seen[i] = true;
				before[i] = from == self->entry ? i : queue[first - 1];
				queue[last++] = i;
			}
		if (first == last)
			break;
		from = self->edges.items[queue[first]].target;
		found = is_violation(self, from) ? queue[first] : count;
		first++;
	}
	free(is_seen);
	free(queue);
	return found;
}

static void add_edge(struct td_warning *warning, const struct reader *self, const struct edge *edge)
{
	const struct td_warned_place *last = warning->count ? &warning->items[warning->count - 1] : NULL;
	const char *file = edge->file ? edge->file : self->file;
	struct td_warned_place *place;

	if (!file || !edge->line || (last && last->thread == edge->thread && last->items[0].line == edge->line))
		return;
	place = td_warning_add_place(warning);
	td_warned_place_add(place, file, edge->line);
	place->thread = edge->thread;
}

static void add_way(struct td_warning *warning, const struct reader *self)
{
	size_t *before = td_alloc((self->edges.count + 1) * sizeof *before),
	       *way = td_alloc((self->edges.count + 1) * sizeof *way);
	size_t at = search(self, before), length = 0;

	while (at < self->edges.count) {
		way[length++] = at;
		at = before[at] == at ? self->edges.count : before[at];
	}
	while (length)
		add_edge(warning, self, &self->edges.items[way[--length]]);
	free(way);
	free(before);
}

static void clear(struct reader *self)
{
	for (size_t i = 0; i < self->edges.count; i++) {
		free(self->edges.items[i].source);
		free(self->edges.items[i].target);
		free(self->edges.items[i].file);
	}
	free(self->edges.items);
	for (size_t i = 0; i < self->violations.count; i++)
		free(self->violations.items[i]);
	free(self->violations.items);
	free(self->node);
	free(self->key);
	free(self->text);
	free(self->entry);
	free(self->specification);
	free(self->file);
}

static char *take(struct td_warnings *list, const struct reader *self)
{
	struct td_warning *warning;

	if (self->is_correctness)
		return td_strdup("a correctness witness leads to no failure");
	if (!self->entry || !self->violations.count)
		return td_strdup("the witness has no entry, or no violation");
	warning = td_warnings_add(list, TD_WARNING_WITNESS, "witness", NULL, self->specification);
	add_way(warning, self);
	return warning->count ? NULL
			      : td_strdup("no way of the witness leads to a violation over lines of the program");
}

char *td_warnings_of_graphml(struct td_warnings *list, const char *text)
{
	XML_Parser parser = XML_ParserCreate(NULL);
	struct reader self = {0};
	char *wrong;

	XML_SetUserData(parser, &self);
	XML_SetElementHandler(parser, begin, end);
	XML_SetCharacterDataHandler(parser, take_text);
	if (XML_Parse(parser, text, (int)strlen(text), 1) == XML_STATUS_ERROR)
		wrong = td_format("no XML: line %lu: %s", (unsigned long)XML_GetCurrentLineNumber(parser),
				  XML_ErrorString(XML_GetErrorCode(parser)));
	else
		wrong = take(list, &self);
	XML_ParserFree(parser);
	clear(&self);
	return wrong;
}
