#include "sarif.h"

#include <stdlib.h>
#include <string.h>

#include "json_text.h"
#include "uri.h"

#define ROOT "%SRCROOT%"
#define SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

/* Sets a string, unless it is not known: the standard leaves out what it does not know. */
static void set_text(json_t *object, const char *key, const char *text)
{
	if (text && *text)
		json_object_set_new(object, key, td_json_text(text, strlen(text)));
}

static json_t *message(const char *text)
{
	json_t *object = json_object();

	set_text(object, "text", text && *text ? text : "?");
	return object;
}

static json_t *artifact_location(const struct td_sarif_run *run, const struct td_location *location)
{
	bool below;
	char *path = td_path_of(location, run->source_root, &below), *uri = td_uri_of(path);
	json_t *object = json_object();

	set_text(object, "uri", uri);
	if (below)
		set_text(object, "uriBaseId", ROOT);
	free(path);
	free(uri);
	return object;
}

/* The text of whole lines, which ends without a newline. */
static json_t *region(int line, const char *text)
{
	json_t *object = json_object();
	size_t length = text ? strlen(text) : 0;
	int lines = 1;

	while (length && text[length - 1] == '\n')
		length--;
	for (size_t i = 0; i < length; i++)
		lines += text[i] == '\n';
	json_object_set_new(object, "startLine", json_integer(line));
	if (lines > 1)
		json_object_set_new(object, "endLine", json_integer(line + lines - 1));
	if (length)
		json_object_set_new(object, "snippet", json_pack("{s:o}", "text", td_json_text(text, length)));
	return object;
}

static json_t *physical_location(const struct td_sarif_run *run, const struct td_location *location)
{
	json_t *object = json_object();

	json_object_set_new(object, "artifactLocation", artifact_location(run, location));
	if (location->line > 0)
		json_object_set_new(object, "region", region(location->line, location->source));
	return object;
}

static json_t *location_of(const struct td_sarif_run *run, const struct td_location *from)
{
	json_t *object = json_object(), *function;

	if (from->file)
		json_object_set_new(object, "physicalLocation", physical_location(run, from));
	if (from->function && *from->function) {
		function = json_object();
		set_text(function, "fullyQualifiedName", from->function);
		set_text(function, "kind", "function");
		json_object_set_new(object, "logicalLocations", json_pack("[o]", function));
	}
	if (from->message)
		json_object_set_new(object, "message", message(from->message));
	return object;
}

/* The place itself, with the lines around it. */
static json_t *primary_location(const struct td_sarif_run *run, const struct td_result *result)
{
	json_t *object = location_of(run, &result->place), *physical = json_object_get(object, "physicalLocation");

	if (physical && result->excerpt && result->place.line > 0)
		json_object_set_new(physical, "contextRegion", region(result->excerpt_line, result->excerpt));
	return object;
}

static json_t *related_locations(const struct td_sarif_run *run, const struct td_locations *list)
{
	json_t *array = json_array();

	for (size_t i = 0; i < list->count; i++) {
		json_t *object = location_of(run, &list->items[i]);

		json_object_set_new(object, "id", json_integer(i + 1));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *stack_of(const struct td_sarif_run *run, const struct td_locations *frames, const char *text)
{
	json_t *object = json_object(), *array = json_array();

	for (size_t i = 0; i < frames->count; i++)
		json_array_append_new(array, json_pack("{s:o}", "location", location_of(run, &frames->items[i])));
	json_object_set_new(object, "message", message(text));
	json_object_set_new(object, "frames", array);
	return object;
}

/* Of the place, and of every thread that stands somewhere. */
static json_t *stacks_of(const struct td_sarif_run *run, const struct td_result *result)
{
	json_t *array = json_array();

	if (result->stack.count)
		json_array_append_new(array, stack_of(run, &result->stack, "the call stack of the failure"));
	for (size_t i = 0; i < result->threads.count; i++) {
		const struct td_standing *thread = &result->threads.items[i];
		char *text;

		if (!thread->stack.count || !strcmp(thread->state, "failed"))
			continue;
		text = td_format("the call stack of %s", thread->thread);
		json_array_append_new(array, stack_of(run, &thread->stack, text));
		free(text);
	}
	return array;
}

static json_t *kinds_of(enum td_step_kind kind)
{
	switch (kind) {
	case TD_STEP_ACQUIRE:
		return json_pack("[s, s]", "acquire", "lock");
	case TD_STEP_RELEASE:
		return json_pack("[s, s]", "release", "lock");
	case TD_STEP_END:
		return json_pack("[s]", "danger");
	default:
		return NULL;
	}
}

/* "producer: write count = 1": viewers put the steps of all threads into one list. */
static json_t *step_location(const struct td_sarif_run *run, const struct td_flow *flow, const struct td_step *step)
{
	struct td_location location = step->location;
	char *text = td_format("%s: %s", flow->thread, step->location.message);
	json_t *object;

	if (flow->thread)
		location.message = text;
	object = location_of(run, &location);
	free(text);
	return object;
}

static json_t *step_of(const struct td_sarif_run *run, const struct td_flow *flow, const struct td_step *step)
{
	json_t *object = json_object(), *kinds = kinds_of(step->kind);

	json_object_set_new(object, "location", step_location(run, flow, step));
	json_object_set_new(object, "executionOrder", json_integer(step->order));
	set_text(object, "importance", step->kind >= TD_STEP_SWITCH ? "essential" : "important");
	if (kinds)
		json_object_set_new(object, "kinds", kinds);
	return object;
}

static json_t *code_flow(const struct td_sarif_run *run, const struct td_flows *flows)
{
	json_t *threads = json_array();

	for (size_t i = 0; i < flows->count; i++) {
		const struct td_flow *flow = &flows->items[i];
		json_t *object = json_object(), *steps = json_array();

		for (size_t j = 0; j < flow->count; j++)
			json_array_append_new(steps, step_of(run, flow, &flow->items[j]));
		if (flow->thread) {
			set_text(object, "id", flow->thread);
			json_object_set_new(object, "message", message(flow->thread));
		}
		json_object_set_new(object, "locations", steps);
		json_array_append_new(threads, object);
	}
	return json_pack("{s:{s:s}, s:o}", "message", "text", "the order in which the threads ran", "threadFlows",
			 threads);
}

static json_int_t rule_index(const struct td_sarif_run *run, const struct td_rule *rule)
{
	for (json_int_t i = 0; run->rules[i]; i++)
		if (run->rules[i] == rule)
			return i;
	BUG("a result of %s, which is no rule of this run", rule->id);
}

static json_t *fingerprints(const struct td_result *result)
{
	return json_pack("{s:o}", "treadle/v1", td_json_take(td_result_fingerprint(result)));
}

static void set_list(json_t *object, const char *key, json_t *array)
{
	if (json_array_size(array))
		json_object_set_new(object, key, array);
	else
		json_decref(array);
}

static json_t *result_properties(const struct td_result *result)
{
	json_t *object = json_object();

	set_text(object, "headline", result->headline);
	set_text(object, "replayFile", result->replay_file);
	set_text(object, "replayCommand", result->replay_command);
	set_text(object, "unconfirmed", result->unconfirmed);
	return object;
}

static json_t *result_of(const struct td_sarif_run *run, const struct td_result *from)
{
	json_t *object = json_object(), *properties = result_properties(from);

	set_text(object, "ruleId", from->rule->id);
	json_object_set_new(object, "ruleIndex", json_integer(rule_index(run, from->rule)));
	set_text(object, "level", td_level_word(from->level));
	json_object_set_new(object, "message", message(from->message ? from->message : from->headline));
	json_object_set_new(object, "locations", json_pack("[o]", primary_location(run, from)));
	set_list(object, "relatedLocations", related_locations(run, &from->related));
	if (from->flows.count)
		json_object_set_new(object, "codeFlows", json_pack("[o]", code_flow(run, &from->flows)));
	set_list(object, "stacks", stacks_of(run, from));
	json_object_set_new(object, "partialFingerprints", fingerprints(from));
	if (json_object_size(properties))
		json_object_set_new(object, "properties", properties);
	else
		json_decref(properties);
	return object;
}

static json_t *rule_of(const struct td_rule *from)
{
	json_t *object = json_object();

	set_text(object, "id", from->id);
	set_text(object, "name", from->name);
	json_object_set_new(object, "shortDescription", message(from->summary));
	json_object_set_new(object, "fullDescription", message(from->description));
	json_object_set_new(object, "help", message(from->help));
	json_object_set_new(object, "defaultConfiguration", json_pack("{s:s}", "level", td_level_word(from->level)));
	json_object_set_new(object, "properties",
			    json_pack("{s:[s, s], s:s}", "tags", "concurrency", "correctness", "problem.severity",
				      from->level == TD_LEVEL_ERROR     ? "error"
				      : from->level == TD_LEVEL_WARNING ? "warning"
									: "recommendation"));
	return object;
}

static json_t *tool_of(const struct td_sarif_run *run)
{
	json_t *driver = json_object(), *rules = json_array();

	for (size_t i = 0; run->rules[i]; i++)
		json_array_append_new(rules, rule_of(run->rules[i]));
	set_text(driver, "name", "Treadle");
	set_text(driver, "version", run->version);
	set_text(driver, "semanticVersion", run->version);
	json_object_set_new(driver, "rules", rules);
	return json_pack("{s:o}", "driver", driver);
}

static json_t *notifications(const struct td_strings *notes)
{
	json_t *array = json_array();

	for (size_t i = 0; i < notes->count; i++)
		json_array_append_new(array,
				      json_pack("{s:s, s:o}", "level", "note", "message", message(notes->items[i])));
	return array;
}

static json_t *invocation(const struct td_sarif_run *run)
{
	json_t *object = json_object(), *arguments = json_array();

	for (char *const *argument = run->arguments + 1; run->arguments[0] && *argument; argument++)
		json_array_append_new(arguments, td_json_text(*argument, strlen(*argument)));
	json_object_set_new(object, "arguments", arguments);
	json_object_set_new(object, "executionSuccessful", json_true());
	json_object_set_new(object, "exitCode", json_integer(run->exit_status));
	set_list(object, "toolExecutionNotifications", notifications(&run->notes));
	return object;
}

static json_t *run_properties(const struct td_properties *list)
{
	json_t *object = json_object();

	for (size_t i = 0; i < list->count; i++)
		json_object_set_new(object, list->items[i].name,
				    list->items[i].text ? td_json_string(list->items[i].text)
							: json_integer((json_int_t)list->items[i].number));
	return object;
}

static json_t *run_of(const struct td_sarif_run *run)
{
	json_t *object = json_object(), *results = json_array();

	for (size_t i = 0; i < run->results.count; i++)
		json_array_append_new(results, result_of(run, &run->results.items[i]));
	json_object_set_new(object, "tool", tool_of(run));
	json_object_set_new(object, "automationDetails",
			    json_pack("{s:o}", "id", td_json_take(td_format("treadle/%s/", run->category))));
	/* Readers of the report need not know where the root is on this machine. */
	json_object_set_new(object, "originalUriBaseIds",
			    json_pack("{s:{s:{s:s}}}", ROOT, "description", "text", "the top of the source tree"));
	json_object_set_new(object, "columnKind", json_string("utf16CodeUnits"));
	json_object_set_new(object, "invocations", json_pack("[o]", invocation(run)));
	json_object_set_new(object, "results", results);
	json_object_set_new(object, "properties", run_properties(&run->properties));
	return object;
}

int td_sarif_write(const struct td_sarif_run *run, FILE *out)
{
	json_t *root = json_pack("{s:s, s:s, s:[o]}", "$schema", SCHEMA, "version", "2.1.0", "runs", run_of(run));
	int bad = json_dumpf(root, out, JSON_INDENT(1)) || fputc('\n', out) == EOF;

	json_decref(root);
	return bad ? -1 : 0;
}
