#include "report.h"

#include "report/sarif.h"

#include <stdlib.h>

static const struct td_rule rule_threads = {
	"treadle/unbounded-threads",
	"UnboundedThreads",
	TD_LEVEL_WARNING,
	"A loop can create threads without limit.",
	"No condition under which the loop creates a thread sets a limit to how many there are, neither in all nor at a time.",
	"Count the threads that are there and compare the count with a limit before creating another one, use a pool of threads, "
	"or wait "
	"for each. If something else sets a limit, say so on the line of the loop: // treadle: bounded REASON."
};
static const struct td_rule rule_sockets = {
	"treadle/unbounded-sockets", "UnboundedSockets", TD_LEVEL_WARNING, "A loop can open sockets without limit.",
	"No condition under which the loop opens a socket sets a limit, and it is not closed in the same round.",
	"Close what is not needed any more, or compare the number that is open with a limit."
};
static const struct td_rule rule_memory = {
	"treadle/unbounded-memory", "UnboundedMemory", TD_LEVEL_WARNING, "A loop can allocate memory without limit.",
	"No condition under which the loop allocates sets a limit, and it is not freed in the same round.",
	"Free what is not needed any more, or compare what is allocated with a limit."
};
static const struct td_rule *const rules[] = { &rule_threads, &rule_sockets, &rule_memory, NULL };

static struct td_location location_of(const struct td_bounds_report *report, uint32_t node, char *message)
{
	const struct td_program *program = report->program;
	const char *file = td_text(program, td_node(program, node)->file);

	return (struct td_location){ .file = td_strdup(file),
				     .line = (int)td_node(program, node)->line,
				     .column = td_excerpt_column(report->excerpts, program, node),
				     .function = td_strdup(td_text(program, td_function_of(program, node)->spelling)),
				     .source = td_excerpt_line(report->excerpts, file, td_node(program, node)->line),
				     .message = message };
}

static void add_related(const struct td_bounds_report *report, const struct td_finding *finding, struct td_result *result)
{
	for (size_t i = finding->site_count; i-- > 0;)
		TD_PUSH(&result->related, location_of(report, finding->sites[i], td_strdup(i ? "calls what creates" : "creates")));
	for (size_t i = 0; i < finding->conditions.count; i++) {
		const struct td_condition *condition = &finding->conditions.items[i];
		char *text = td_excerpt_node(report->excerpts, report->program, condition->node);

		TD_PUSH(&result->related,
			location_of(report, condition->node,
				    td_format("%s: %s", text, condition->why ? condition->why : "matches no pattern")));
		free(text);
	}
}

static struct td_result result_of(const struct td_bounds_report *report, const struct td_finding *finding)
{
	const struct td_program *program = report->program;
	const char *function = td_text(program, td_function_of(program, finding->loop.node)->spelling);
	const char *call = td_text(program, td_node(program, finding->sites[0])->spelling);
	struct td_result result = { .rule = rules[finding->resource], .level = rules[finding->resource]->level };

	result.message =
	    td_format("A loop in %s can create %s without limit (%s).", function, td_resource_names[finding->resource], call);
	result.headline = td_strdup(result.message);
	result.place = location_of(report, finding->loop.node, NULL);
	result.place.line = (int)td_finding_line(program, finding);
	add_related(report, finding, &result);
	TD_PUSH(&result.identity, td_strdup(function));
	TD_PUSH(&result.identity, td_strdup(td_text(program, td_function_of(program, finding->sites[0])->spelling)));
	TD_PUSH(&result.identity, td_strdup(call));
	return result;
}

int td_bounds_sarif(const struct td_bounds_report *report, FILE *out)
{
	struct td_sarif_run run = { .version = report->version, .category = "bounds", .arguments = report->arguments,
				    .exit_status = report->exit_status, .rules = rules };
	int bad;

	for (size_t i = 0; i < report->findings->count; i++)
		if (report->findings->items[i].verdict == TD_UNBOUNDED)
			TD_PUSH(&run.results, result_of(report, &report->findings->items[i]));
	for (size_t i = 0; i < report->troubles->count; i++)
		TD_PUSH(&run.notes,
			td_format("%s: %s", td_shown_file(report->troubles->items[i].file), report->troubles->items[i].why));
	bad = td_sarif_write(&run, out);
	td_results_clear(&run.results);
	for (size_t i = 0; i < run.notes.count; i++)
		free(run.notes.items[i]);
	free(run.notes.items);
	return bad;
}
