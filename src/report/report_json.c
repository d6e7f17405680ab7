/* The document as JSON: doc/report-json.md says what everything means. */
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "json_text.h"
#include "uri.h"

static json_t *number(uint64_t value)
{
	return json_integer((json_int_t)value);
}

static json_t *location_of(const struct td_document *self, const struct td_location *from)
{
	json_t *object = json_object();
	bool below;

	json_object_set_new(object, "file", td_json_take(td_path_of(from, self->source_root, &below)));
	json_object_set_new(object, "line", from->line > 0 ? json_integer(from->line) : json_null());
	json_object_set_new(object, "column", from->column > 0 ? json_integer(from->column) : json_null());
	json_object_set_new(object, "function", td_json_string(from->function));
	json_object_set_new(object, "source", td_json_string(from->source));
	return object;
}

/* A location with what is said about it. */
static json_t *place_of(const struct td_document *self, const struct td_location *from)
{
	json_t *object = location_of(self, from);

	json_object_set_new(object, "message", td_json_string(from->message));
	return object;
}

static json_t *stack_of(const struct td_document *self, const struct td_locations *stack)
{
	json_t *array = json_array();

	for (size_t i = 0; i < stack->count; i++)
		json_array_append_new(array, location_of(self, &stack->items[i]));
	return array;
}

static json_t *related_of(const struct td_document *self, const struct td_locations *list)
{
	json_t *array = json_array();

	for (size_t i = 0; i < list->count; i++)
		json_array_append_new(array, place_of(self, &list->items[i]));
	return array;
}

static json_t *threads_of(const struct td_document *self, const struct td_standings *list)
{
	json_t *array = json_array();

	for (size_t i = 0; i < list->count; i++) {
		const struct td_standing *from = &list->items[i];
		json_t *object = json_object();

		json_object_set_new(object, "name", td_json_text(from->thread, strlen(from->thread)));
		json_object_set_new(object, "state", json_string(from->state));
		json_object_set_new(object, "doing", td_json_string(from->location.message));
		json_object_set_new(object, "location",
				    from->location.file ? location_of(self, &from->location) : json_null());
		json_object_set_new(object, "stack", stack_of(self, &from->stack));
		json_array_append_new(array, object);
	}
	return array;
}

/* The step with this number, in whichever thread it is. */
static const struct td_step *step_number(const struct td_flows *flows, uint32_t order, const char **thread)
{
	for (size_t i = 0; i < flows->count; i++)
		for (size_t j = 0; j < flows->items[i].count; j++)
			if (flows->items[i].items[j].order == order) {
				*thread = flows->items[i].thread;
				return &flows->items[i].items[j];
			}
	return NULL;
}

/* One list, in the order in which it happened. */
static json_t *interleaving_of(const struct td_document *self, const struct td_flows *flows)
{
	json_t *array = json_array();
	const struct td_step *step;
	const char *thread;

	for (uint32_t order = 1; (step = step_number(flows, order, &thread)); order++) {
		json_t *object = place_of(self, &step->location);

		json_object_set_new(object, "thread", td_json_string(thread));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *finding_of(const struct td_document *self, const struct td_result *from)
{
	json_t *object = json_object(), *replay = json_object();

	json_object_set_new(object, "kind", json_string(strrchr(from->rule->id, '/') + 1));
	json_object_set_new(object, "level", json_string(td_level_word(from->level)));
	json_object_set_new(object, "headline", td_json_string(from->headline));
	json_object_set_new(object, "message", td_json_string(from->message));
	json_object_set_new(object, "cause", td_json_string(from->cause));
	json_object_set_new(object, "location", place_of(self, &from->place));
	json_object_set_new(object, "stack", stack_of(self, &from->stack));
	json_object_set_new(object, "threads", threads_of(self, &from->threads));
	json_object_set_new(object, "related", related_of(self, &from->related));
	json_object_set_new(object, "interleaving", interleaving_of(self, &from->flows));
	json_object_set_new(object, "fingerprint", td_json_take(td_result_fingerprint(from)));
	json_object_set_new(replay, "file", td_json_string(from->replay_file));
	json_object_set_new(replay, "command", td_json_string(from->replay_command));
	json_object_set_new(object, "replay", replay);
	json_object_set_new(object, "unconfirmed", td_json_string(from->unconfirmed));
	return object;
}

/* There is no execution of it to tell about. */
static json_t *prediction_of(const struct td_document *self, const struct td_result *from)
{
	json_t *object = json_object();

	json_object_set_new(object, "kind", json_string(strrchr(from->rule->id, '/') + 1));
	json_object_set_new(object, "level", json_string(td_level_word(from->level)));
	json_object_set_new(object, "message", td_json_string(from->message));
	json_object_set_new(object, "location", place_of(self, &from->place));
	json_object_set_new(object, "related", related_of(self, &from->related));
	json_object_set_new(object, "fingerprint", td_json_take(td_result_fingerprint(from)));
	return object;
}

static json_t *texts_of(char *const *list)
{
	json_t *array = json_array();

	for (; *list; list++)
		json_array_append_new(array, td_json_text(*list, strlen(*list)));
	return array;
}

static json_t *command_of(const struct td_document *self)
{
	json_t *object = json_object();

	json_object_set_new(object, "line", texts_of(self->arguments));
	json_object_set_new(object, "program", td_json_string(self->command->argv[0]));
	json_object_set_new(object, "arguments", texts_of(self->command->argv + 1));
	return object;
}

static json_t *left_out_of(const struct td_left_outs *list)
{
	json_t *array = json_array();

	for (size_t i = 0; i < list->count; i++) {
		const struct td_left_out *from = &list->items[i];
		json_t *object = json_object();

		json_object_set_new(object, "why", json_string(from->why));
		json_object_set_new(object, "message", td_json_string(from->text));
		json_object_set_new(object, "place", td_json_string(from->place));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *bounds_of(const struct td_bounds_done *bounds)
{
	json_t *array = json_array();

	for (size_t i = 0; i < bounds->count; i++) {
		json_t *object = json_object();

		json_object_set_new(object, "bound", json_integer(bounds->items[i].bound));
		json_object_set_new(object, "executions", number(bounds->items[i].executions));
		json_object_set_new(object, "classes", number(bounds->items[i].classes));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *statistics_of(const struct td_document *self)
{
	const struct td_summary *summary = self->summary;
	json_t *object = json_object();

	json_object_set_new(object, "seconds", json_real(self->seconds));
	json_object_set_new(object, "events", number(summary->events));
	json_object_set_new(object, "switches", number(summary->switches));
	json_object_set_new(object, "cut", number(summary->cut));
	json_object_set_new(object, "assumed", number(summary->assumed));
	json_object_set_new(object, "wasted", number(summary->wasted));
	json_object_set_new(object, "discarded", number(summary->discarded));
	json_object_set_new(object, "unconfirmed", number(summary->unconfirmed + summary->doubtful));
	json_object_set_new(object, "memory_kb", number(summary->memory.peak));
	json_object_set_new(object, "expected_executions",
			    summary->expected.total > 0 ? json_real(summary->expected.total) : json_null());
	json_object_set_new(object, "bounds", bounds_of(&summary->bounds));
	return object;
}

int td_report_document_json(const struct td_document *self, FILE *out)
{
	const struct td_summary *summary = self->summary;
	json_t *root = json_object(), *findings = json_array(), *predicted = json_array();
	int bad;

	for (size_t i = 0; i < self->results.count; i++)
		json_array_append_new(findings, finding_of(self, &self->results.items[i]));
	for (size_t i = 0; i < self->predicted.count; i++)
		json_array_append_new(predicted, prediction_of(self, &self->predicted.items[i]));
	json_object_set_new(root, "schema", json_string("treadle-report/1"));
	json_object_set_new(root, "tool", json_pack("{s:s, s:s}", "name", "treadle", "version", self->version));
	json_object_set_new(root, "command", command_of(self));
	json_object_set_new(root, "verdict", json_string(self->verdict));
	json_object_set_new(root, "exit_status", json_integer(self->exit_status));
	json_object_set_new(root, "classes", summary ? number(summary->classes) : json_null());
	json_object_set_new(root, "executions", summary ? number(summary->executions) : json_null());
	json_object_set_new(root, "findings", findings);
	json_object_set_new(root, "predicted", predicted);
	json_object_set_new(root, "left_out", left_out_of(&self->left_out));
	json_object_set_new(root, "notes", left_out_of(&self->notes));
	json_object_set_new(root, "statistics", summary ? statistics_of(self) : json_null());
	json_object_set_new(root, "summary", td_json_string(self->closing));
	bad = json_dumpf(root, out, JSON_INDENT(1)) || fputc('\n', out) == EOF;
	json_decref(root);
	return bad ? -1 : 0;
}
