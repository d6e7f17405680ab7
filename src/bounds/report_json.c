/* doc/bounds-json.md describes the schema. */
#include "report.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Sources may hold any bytes; JSON wants UTF-8. */
static json_t *string(const char *text)
{
	json_t *made = json_string(text);
	char *copy;

	if (made)
		return made;
	copy = td_strdup(text);
	for (char *at = copy; *at; at++)
		if ((unsigned char)*at >= 0x80)
			*at = '?';
	made = json_string(copy);
	free(copy);
	return made;
}

static json_t *place(const struct td_bounds_report *report, uint32_t node)
{
	const struct td_program *program = report->program;
	json_t *object = json_object();

	json_object_set_new(object, "function", string(td_text(program, td_function_of(program, node)->spelling)));
	json_object_set_new(object, "file", string(td_shown_file(td_text(program, td_node(program, node)->file))));
	json_object_set_new(object, "line", json_integer(td_node(program, node)->line));
	return object;
}

static json_t *creation(const struct td_bounds_report *report, uint32_t site)
{
	json_t *object = place(report, site);

	json_object_set_new(object, "call", string(td_text(report->program, td_node(report->program, site)->spelling)));
	return object;
}

static json_t *conditions(const struct td_bounds_report *report, const struct td_finding *finding)
{
	json_t *array = json_array();

	for (size_t i = 0; i < finding->conditions.count; i++) {
		const struct td_condition *condition = &finding->conditions.items[i];
		json_t *object = place(report, condition->node);
		char *text = td_excerpt_node(report->excerpts, report->program, condition->node);

		json_object_del(object, "function");
		json_object_set_new(object, "text", string(text));
		json_object_set_new(object, "pattern", condition->pattern ? string(condition->pattern) : json_null());
		json_object_set_new(object, "why", string(condition->why ? condition->why : "matches no pattern"));
		json_array_append_new(array, object);
		free(text);
	}
	return array;
}

static json_t *path(const struct td_bounds_report *report, const struct td_finding *finding)
{
	json_t *array = json_array();

	for (size_t i = finding->site_count; i-- > 0;)
		json_array_append_new(array, place(report, finding->sites[i]));
	return array;
}

static json_t *loop(const struct td_bounds_report *report, const struct td_finding *finding)
{
	static const char *const kinds[] = { "loop", "goto", "recursion", "threads" };
	json_t *object = place(report, finding->loop.node);

	json_object_set_new(object, "line", json_integer(td_finding_line(report->program, finding)));
	json_object_set_new(object, "verdict", json_string(td_verdict_names[finding->verdict]));
	json_object_set_new(object, "kind", json_string(kinds[finding->loop.kind]));
	json_object_set_new(object, "resource", json_string(td_resource_names[finding->resource]));
	json_object_set_new(object, "create", creation(report, finding->sites[0]));
	json_object_set_new(object, "path", path(report, finding));
	json_object_set_new(object, "conditions", conditions(report, finding));
	json_object_set_new(object, "pattern",
			    finding->pattern && finding->verdict != TD_UNBOUNDED ? string(finding->pattern) : json_null());
	json_object_set_new(object, "reason", string(finding->why ? finding->why : "nothing on the way sets a limit"));
	return object;
}

static json_t *failed(const struct td_bounds_report *report)
{
	json_t *array = json_array();

	for (size_t i = 0; i < report->troubles->count; i++) {
		const struct td_trouble *trouble = &report->troubles->items[i];
		json_t *object = json_object();

		json_object_set_new(object, "file", string(td_shown_file(trouble->file)));
		json_object_set_new(object, "why", string(trouble->why));
		json_object_set_new(object, "used", json_boolean(trouble->partly));
		json_array_append_new(array, object);
	}
	return array;
}

int td_bounds_json(const struct td_bounds_report *report, FILE *out)
{
	json_t *root = json_object(), *loops = json_array(), *creations = json_array();
	int bad;

	for (size_t i = 0; i < report->findings->count; i++)
		json_array_append_new(loops, loop(report, &report->findings->items[i]));
	for (size_t i = 0; i < report->findings->creations.count; i++)
		json_array_append_new(creations, creation(report, report->findings->creations.items[i].site));
	json_object_set_new(root, "version", json_integer(1));
	json_object_set_new(root, "loops", loops);
	json_object_set_new(root, "creations", creations);
	json_object_set_new(root, "files", json_integer((json_int_t)report->files));
	json_object_set_new(root, "failed", failed(report));
	json_object_set_new(root, "seconds", json_real(report->seconds));
	bad = json_dumpf(root, out, JSON_INDENT(1) | JSON_REAL_PRECISION(4)) || fputc('\n', out) == EOF;
	json_decref(root);
	return bad ? -1 : 0;
}
