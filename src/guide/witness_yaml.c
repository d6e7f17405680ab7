/* Violation witnesses of SV-COMP, format 2.x: segments of waypoints in YAML, each with a place and perhaps a thread. */
#include "warnings.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

static yaml_node_t *value_of(yaml_document_t *document, yaml_node_t *mapping, const char *key)
{
	if (!mapping || mapping->type != YAML_MAPPING_NODE)
		return NULL;
	for (yaml_node_pair_t *pair = mapping->data.mapping.pairs.start; pair < mapping->data.mapping.pairs.top;
	     pair++) {
		const yaml_node_t *name = yaml_document_get_node(document, pair->key);

		if (name->type == YAML_SCALAR_NODE && !strcmp((const char *)name->data.scalar.value, key))
			return yaml_document_get_node(document, pair->value);
	}
	return NULL;
}

static const char *text_of(yaml_document_t *document, yaml_node_t *mapping, const char *key)
{
	const yaml_node_t *value = value_of(document, mapping, key);

	return value && value->type == YAML_SCALAR_NODE ? (const char *)value->data.scalar.value : "";
}

/* The i-th of a sequence; NULL: there is none. */
static yaml_node_t *item_of(yaml_document_t *document, yaml_node_t *sequence, size_t i)
{
	if (!sequence || sequence->type != YAML_SEQUENCE_NODE ||
	    i >= (size_t)(sequence->data.sequence.items.top - sequence->data.sequence.items.start))
		return NULL;
	return yaml_document_get_node(document, sequence->data.sequence.items.start[i]);
}

/* What is to be avoided, and where a branch goes, is left to the search. */
static void add_waypoint(struct td_warning *warning, yaml_document_t *document, yaml_node_t *waypoint)
{
	yaml_node_t *location = value_of(document, waypoint, "location");
	const char *thread = text_of(document, waypoint, "thread_id");
	struct td_warned_place *place;

	if (!waypoint || strcmp(text_of(document, waypoint, "action"), "follow"))
		return;
	place = td_warning_add_place(warning);
	td_warned_place_add(place, text_of(document, location, "file_name"), atoi(text_of(document, location, "line")));
	place->thread = *thread ? atoi(thread) : -1;
}

static void add_segments(struct td_warning *warning, yaml_document_t *document, yaml_node_t *content)
{
	yaml_node_t *one, *step;

	for (size_t i = 0; (one = item_of(document, content, i)); i++) {
		yaml_node_t *segment = value_of(document, one, "segment");

		for (size_t k = 0; (step = item_of(document, segment, k)); k++)
			add_waypoint(warning, document, value_of(document, step, "waypoint"));
	}
}

static char *take(struct td_warnings *list, yaml_document_t *document)
{
	yaml_node_t *root = yaml_document_get_root_node(document), *entry;
	size_t before = list->count;

	for (size_t i = 0; (entry = item_of(document, root, i)); i++) {
		yaml_node_t *task = value_of(document, value_of(document, entry, "metadata"), "task");

		if (strcmp(text_of(document, entry, "entry_type"), "violation_sequence"))
			continue;
		add_segments(td_warnings_add(list, TD_WARNING_WITNESS, "witness", NULL,
					     text_of(document, task, "specification")),
			     document, value_of(document, entry, "content"));
	}
	return list->count > before ? NULL : td_strdup("there is no violation_sequence in it");
}

char *td_warnings_of_yaml(struct td_warnings *list, const char *text)
{
	yaml_parser_t parser;
	yaml_document_t document;
	char *wrong;

	if (!yaml_parser_initialize(&parser))
		BUG("no memory for YAML");
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
	if (!yaml_parser_load(&parser, &document)) {
		wrong = td_format("no YAML: line %zu: %s", parser.problem_mark.line + 1, parser.problem);
	} else {
		wrong = take(list, &document);
		yaml_document_delete(&document);
	}
	yaml_parser_delete(&parser);
	return wrong;
}
