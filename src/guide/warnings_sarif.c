/* SARIF 2.1.0 of any tool: its results as warnings, and the verdicts back into it.
 *
 * A verdict goes into the property bag of its result, under "treadle": the standard leaves that to tools.  `kind` and
 * `suppressions` stay as the other tool wrote them: what is impossible in one test may happen in another. */
#include "warnings.h"

#include "report/json_text.h"
#include "report/uri.h"
#include "warned_place.h"

#include <stdlib.h>
#include <string.h>

#define SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

static const char *text_at(const json_t *object, const char *key, const char *inner)
{
	const json_t *value = json_object_get(object, key);

	return json_string_value(inner ? json_object_get(value, inner) : value);
}

static int hex(char c)
{
	const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c | 32) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* file:///a%20b.c as a path. */
static char *path_of_uri(const char *uri)
{
	char *path = td_strdup(!strncmp(uri, "file://", 7) ? uri + 7 : uri), *to = path;

	for (const char *from = path; *from; from++)
		if (*from == '%' && hex(from[1]) >= 0 && hex(from[2]) >= 0) {
			*to++ = (char)(hex(from[1]) * 16 + hex(from[2]));
			from += 2;
		} else {
			*to++ = *from;
		}
	*to = '\0';
	return path;
}

/* The file's name stands in the location, or in the list of the run's files. */
static const char *uri_of(const json_t *run, const json_t *location)
{
	const json_t *artifact = json_object_get(json_object_get(location, "physicalLocation"), "artifactLocation");
	const json_t *index = json_object_get(artifact, "index");
	const char *uri = text_at(artifact, "uri", NULL);

	if (uri || !index)
		return uri;
	artifact = json_array_get(json_object_get(run, "artifacts"), (size_t)json_integer_value(index));
	return text_at(artifact, "location", "uri");
}

static void add_location(struct td_warning *warning, const json_t *run, const json_t *location)
{
	const json_t *region = json_object_get(json_object_get(location, "physicalLocation"), "region");
	const char *uri = uri_of(run, location);
	char *path = uri ? path_of_uri(uri) : NULL;

	td_warning_add_line(warning, path, (int)json_integer_value(json_object_get(region, "startLine")));
	free(path);
}

static void add_locations(struct td_warning *warning, const json_t *run, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		add_location(warning, run, json_array_get(list, i));
}

/* Where each thread's flow ends. */
static void add_flow_ends(struct td_warning *warning, const json_t *run, const json_t *flows)
{
	for (size_t i = 0; i < json_array_size(flows); i++) {
		const json_t *threads = json_object_get(json_array_get(flows, i), "threadFlows");

		for (size_t k = 0; k < json_array_size(threads); k++) {
			const json_t *steps = json_object_get(json_array_get(threads, k), "locations");
			const json_t *last = json_array_get(steps, json_array_size(steps) - 1);

			add_location(warning, run, json_object_get(last, "location"));
		}
	}
}

/* One place of a failure is enough.  Of a cycle it is not known which are those where a thread waits. */
static void add_places(struct td_warning *warning, const json_t *run, const json_t *result)
{
	const json_t *locations = json_object_get(result, "locations");

	if (warning->kind == TD_WARNING_FAILURE) {
		add_location(warning, run, json_array_get(locations, 0));
		return;
	}
	add_locations(warning, run, locations);
	add_locations(warning, run, json_object_get(result, "relatedLocations"));
	if (warning->count < 2)
		add_flow_ends(warning, run, json_object_get(result, "codeFlows"));
	warning->waiting = warning->count < 2 ? 1 : 2;
}

static const json_t *rule_at(const json_t *run, const json_t *result)
{
	const json_t *rules = json_object_get(json_object_get(json_object_get(run, "tool"), "driver"), "rules");
	const json_t *index = json_object_get(result, "ruleIndex");

	if (!index)
		index = json_object_get(json_object_get(result, "rule"), "index");
	return index ? json_array_get(rules, (size_t)json_integer_value(index)) : NULL;
}

static const char *rule_of(const json_t *run, const json_t *result)
{
	const char *rule = text_at(result, "ruleId", NULL);

	if (!rule)
		rule = text_at(result, "rule", "id");
	return rule ? rule : text_at(rule_at(run, result), "id", NULL);
}

/* The text, or that of the rule. */
static const char *message_of(const json_t *run, const json_t *result)
{
	const char *text = text_at(result, "message", "text");

	return text ? text : text_at(rule_at(run, result), "shortDescription", "text");
}

static bool tells_of_a_fault(const json_t *result)
{
	const char *kind = text_at(result, "kind", NULL);

	return !kind || (strcmp(kind, "pass") && strcmp(kind, "notApplicable") && strcmp(kind, "informational"));
}

static void add_result(struct td_warnings *list, const json_t *root, size_t run_index, size_t index)
{
	const json_t *run = json_array_get(json_object_get(root, "runs"), run_index);
	const json_t *result = json_array_get(json_object_get(run, "results"), index);
	const char *rule = rule_of(run, result), *message = message_of(run, result);
	struct td_warning *warning;

	if (!tells_of_a_fault(result))
		return;
	warning = td_warnings_add(list, td_warning_kind_of(rule, message),
				  text_at(json_object_get(json_object_get(run, "tool"), "driver"), "name", NULL), rule,
				  message);
	warning->run = run_index;
	warning->result = index;
	add_places(warning, run, result);
}

char *td_warnings_of_sarif(struct td_warnings *list, json_t *root)
{
	const json_t *runs = json_object_get(root, "runs");

	for (size_t i = 0; i < json_array_size(runs); i++) {
		const json_t *results = json_object_get(json_array_get(runs, i), "results");

		for (size_t k = 0; k < json_array_size(results); k++)
			add_result(list, root, i, k);
	}
	return NULL;
}

static json_t *verdict_of(const struct td_warning *warning)
{
	json_t *object = json_object(), *places = json_array();

	for (size_t i = 0; i < warning->count; i++) {
		const struct td_warned_place *place = &warning->items[i];

		if (place->file)
			json_array_append_new(places, td_json_take(td_format("%s:%d", place->file, place->line)));
	}
	json_object_set_new(object, "verdict", json_string(td_warning_verdict_words(warning->verdict)));
	json_object_set_new(object, "shown", td_json_string(warning->shown));
	json_object_set_new(object, "places", places);
	if (warning->trace)
		json_object_set_new(object, "schedule", td_json_string(warning->trace));
	return object;
}

static void set_verdict(json_t *result, const struct td_warning *warning)
{
	json_t *properties = json_object_get(result, "properties");

	if (!json_is_object(properties)) {
		properties = json_object();
		json_object_set_new(result, "properties", properties);
	}
	json_object_set_new(properties, "treadle", verdict_of(warning));
}

static json_t *location_of(const struct td_warned_frame *frame)
{
	char *uri = td_uri_of(frame->file);
	json_t *location = json_pack("{s:{s:{s:o}, s:{s:i}}}", "physicalLocation", "artifactLocation", "uri",
				     td_json_take(uri), "region", "startLine", frame->line);

	return location;
}

static json_t *result_of(const struct td_warning *warning)
{
	json_t *result = json_object(), *related = json_array();
	const char *text = *warning->message ? warning->message : *warning->rule ? warning->rule : "a warning";

	for (size_t i = 1; i < warning->count; i++)
		json_array_append_new(related, location_of(td_warned_place_frame(&warning->items[i])));
	if (*warning->rule)
		json_object_set_new(result, "ruleId", td_json_string(warning->rule));
	json_object_set_new(result, "message", json_pack("{s:o}", "text", td_json_string(text)));
	json_object_set_new(result, "locations",
			    json_pack("[o]", location_of(td_warned_place_frame(&warning->items[0]))));
	if (json_array_size(related))
		json_object_set(result, "relatedLocations", related);
	json_decref(related);
	return result;
}

static json_t *new_document(const struct td_warnings *list)
{
	json_t *results = json_array();
	const char *tool = list->count && *list->items[0].tool ? list->items[0].tool : list->format;

	for (size_t i = 0; i < list->count; i++) {
		json_t *result = result_of(&list->items[i]);

		set_verdict(result, &list->items[i]);
		json_array_append_new(results, result);
	}
	return json_pack("{s:s, s:s, s:[{s:{s:{s:o}}, s:o}]}", "$schema", SCHEMA, "version", "2.1.0", "runs", "tool",
			 "driver", "name", td_json_string(tool), "results", results);
}

json_t *td_warnings_to_sarif(const struct td_warnings *list)
{
	json_t *root;

	if (!list->sarif)
		return new_document(list);
	root = json_deep_copy(list->sarif);
	for (size_t i = 0; i < list->count; i++) {
		const struct td_warning *warning = &list->items[i];
		json_t *run = json_array_get(json_object_get(root, "runs"), warning->run);

		set_verdict(json_array_get(json_object_get(run, "results"), warning->result), warning);
	}
	return root;
}
