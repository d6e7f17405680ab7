/* Goblint: groups of pieces, each with a place, as text or as JSON. */
#include "warnings.h"

#include "scan.h"

#include <stdlib.h>
#include <string.h>

static const char headline[] = "^\\[(Error|Warning|Info|Debug|Success)\\](\\[[^]]*\\])+ (.*)$";
static const char place[] = "\\(([^ ():]+):([0-9]+)(:[0-9]+)?(-[0-9:]+)?\\)$";

/* Of a race the accesses count, and not where the variable is declared; of a cycle where the next lock is taken. */
static bool counts(const struct td_warning *warning, const char *text)
{
	return warning->kind == TD_WARNING_CYCLE ? td_scan_has("lock after", text) : true;
}

static void add_piece(struct td_warning *warning, const char *text, const char *file, int line)
{
	if (!counts(warning, text))
		return;
	td_warning_add_line(warning, file, line);
	warning->waiting = warning->kind == TD_WARNING_CYCLE ? (uint32_t)warning->count : 0;
}

/* NULL: it says that all is well, or tells about the analysis. */
static struct td_warning *begin(struct td_warnings *list, const char *severity, const char *category, const char *text)
{
	if (!td_scan_has("^(error|warning)$", severity) || td_scan_has("deadcode|unsound|imprecise|witness", category))
		return NULL;
	return td_warnings_add(list, td_warning_kind_of(category, text), "Goblint", category, text);
}

static void look_at_line(struct td_warnings *list, struct td_warning **warning, const char *line)
{
	char *parts[TD_SCAN_PARTS], *at[TD_SCAN_PARTS];
	bool is_headline = td_scan_match(headline, line, parts), has_place = td_scan_match(place, line, at);

	if (is_headline)
		*warning = begin(list, parts[1], parts[2], parts[3]);
	else if (!td_scan_match("^ ", line, NULL))
		*warning = NULL;
	if (*warning && has_place && !(is_headline && (*warning)->kind == TD_WARNING_RACE))
		add_piece(*warning, line, at[1], atoi(at[2]));
	if (is_headline)
		td_scan_clear(parts);
	if (has_place)
		td_scan_clear(at);
}

char *td_warnings_of_goblint(struct td_warnings *list, const char *text)
{
	char **lines = td_scan_lines(text);
	struct td_warning *warning = NULL;

	for (char **line = lines; *line; line++)
		look_at_line(list, &warning, *line);
	td_scan_free(lines);
	return NULL;
}

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static void add_json_piece(struct td_warning *warning, const json_t *piece)
{
	const json_t *at = json_object_get(piece, "loc");

	add_piece(warning, text_of(piece, "text"), text_of(at, "file"),
		  (int)json_integer_value(json_object_get(at, "line")));
}

/* [{"Category": ["Behavior", "Undefined"]}, {"CWE": 476}] as "Behavior > Undefined"; to be freed. */
static char *category_of(const json_t *message)
{
	const json_t *tags = json_object_get(message, "tags");
	char *words = td_strdup("");

	for (size_t i = 0; i < json_array_size(tags); i++) {
		json_t *names = json_object_get(json_array_get(tags, i), "Category"), *name;
		size_t k;

		json_array_foreach(names, k, name)
		{
			char *longer = td_format("%s%s%s", words, *words ? " > " : "", json_string_value(name) ?: "");

			free(words);
			words = longer;
		}
	}
	return words;
}

char *td_warnings_of_goblint_json(struct td_warnings *list, json_t *root)
{
	json_t *messages = json_object_get(root, "messages"), *message, *piece;
	size_t i, k;

	json_array_foreach(messages, i, message)
	{
		json_t *group = json_object_get(message, "multipiece"), *pieces = json_object_get(group, "pieces");
		const char *text = pieces ? text_of(group, "group_text") : text_of(group, "text");
		char *category = category_of(message);
		struct td_warning *warning = begin(list, text_of(message, "severity"), category, text);

		free(category);
		if (warning && !pieces)
			add_json_piece(warning, group);
		json_array_foreach(pieces, k, piece) if (warning) add_json_piece(warning, piece);
	}
	return NULL;
}
