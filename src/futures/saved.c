#include "saved.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCHEMA "treadle-future/1"

const char *const td_expectation_words[] = {"possible", "impossible", "passes", "fails", NULL};

static json_t *to_json(const struct td_picks *picks, enum td_expected_of_future expected)
{
	json_t *list = json_array();

	for (size_t i = 0; i < picks->count; i++)
		json_array_append_new(list, json_string(picks->items[i].text));
	return json_pack("{s:s, s:o, s:s}", "schema", SCHEMA, "picks", list, "expect", td_expectation_words[expected]);
}

int td_future_save(const struct td_picks *picks, enum td_expected_of_future expected, const char *file)
{
	int descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), status;
	json_t *json;

	if (descriptor < 0)
		return error("%s cannot be written: %s", file, strerror(errno));
	json = to_json(picks, expected);
	status = json_dumpfd(json, descriptor, JSON_INDENT(1)) < 0 || write(descriptor, "\n", 1) != 1;
	status |= close(descriptor) < 0;
	json_decref(json);
	return status ? error("%s cannot be written: %s", file, strerror(errno)) : 0;
}

static char *take(struct td_picks *picks, int *expected, const json_t *json, const char *file)
{
	const char *schema = json_string_value(json_object_get(json, "schema"));
	const char *word = json_string_value(json_object_get(json, "expect"));
	const json_t *list = json_object_get(json, "picks");
	char *why = NULL;

	if (!schema || strcmp(schema, SCHEMA))
		return td_format("%s is no future that treadle futures --save has written", file);
	for (*expected = 0; word && td_expectation_words[*expected]; ++*expected)
		if (!strcmp(td_expectation_words[*expected], word))
			break;
	if (!word || !td_expectation_words[*expected])
		return td_format("%s: \"expect\" is possible, impossible, passes or fails", file);
	for (size_t i = 0; i < json_array_size(list) && !why; i++) {
		const char *text = json_string_value(json_array_get(list, i));

		why = text ? td_picks_parse(picks, text) : td_format("%s: pick %zu is no text", file, i + 1);
	}
	return why ? why : picks->count ? NULL : td_format("%s has no picks", file);
}

char *td_future_load(struct td_picks *picks, int *expected, const char *file)
{
	json_error_t where;
	json_t *json = json_load_file(file, 0, &where);
	char *why;

	if (!json)
		return td_format("%s: %s", file, where.line < 0 ? where.text : "is no JSON");
	why = take(picks, expected, json, file);
	json_decref(json);
	return why;
}
