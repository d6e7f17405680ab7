/* Reports in JSON: treadle's own, with what was predicted, and report.json of Infer. */
#include "warnings.h"

static const char *text_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static int line_of(const json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

static void add_own_place(struct td_warning *warning, const json_t *location)
{
	td_warning_add_line(warning, text_of(location, "file"), line_of(location, "line"));
}

/* Only of a race and a cycle are the related places those of other threads. */
static void add_own(struct td_warnings *list, const json_t *finding)
{
	const char *rule = text_of(finding, "kind"), *message = text_of(finding, "message");
	struct td_warning *warning = td_warnings_add(list, td_warning_kind_of(rule, NULL), "Treadle", rule, message);
	const json_t *related = json_object_get(finding, "related");

	add_own_place(warning, json_object_get(finding, "location"));
	for (size_t i = 0; warning->kind != TD_WARNING_FAILURE && i < json_array_size(related); i++)
		add_own_place(warning, json_array_get(related, i));
	warning->waiting = warning->count < 2 ? 1 : 2;
}

static void add_all_own(struct td_warnings *list, const json_t *findings)
{
	for (size_t i = 0; i < json_array_size(findings); i++)
		add_own(list, json_array_get(findings, i));
}

char *td_warnings_of_own(struct td_warnings *list, json_t *root)
{
	add_all_own(list, json_object_get(root, "findings"));
	add_all_own(list, json_object_get(root, "predicted"));
	return NULL;
}

/* A report about two accesses, or two locks, has the trace of each behind the other, and each ends in its place. */
static void add_trace_ends(struct td_warning *warning, const json_t *trace)
{
	for (size_t i = 0; i < json_array_size(trace); i++) {
		const json_t *step = json_array_get(trace, i), *next = json_array_get(trace, i + 1);

		if (!next || line_of(next, "level") < line_of(step, "level"))
			td_warning_add_line(warning, text_of(step, "filename"), line_of(step, "line_number"));
	}
}

char *td_warnings_of_infer(struct td_warnings *list, json_t *root)
{
	for (size_t i = 0; i < json_array_size(root); i++) {
		const json_t *report = json_array_get(root, i);
		const char *rule = text_of(report, "bug_type"), *message = text_of(report, "qualifier");
		enum td_warning_kind kind = td_warning_kind_of(rule, message);
		struct td_warning *warning = td_warnings_add(list, kind, "Infer", rule, message);

		td_warning_add_line(warning, text_of(report, "file"), line_of(report, "line"));
		if (kind != TD_WARNING_FAILURE)
			add_trace_ends(warning, json_object_get(report, "bug_trace"));
		warning->waiting = warning->count < 2 ? 1 : 2;
	}
	return NULL;
}
