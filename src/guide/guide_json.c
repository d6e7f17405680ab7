#include "guide_text.h"

#include <jansson.h>
#include <stdlib.h>

#include "report/json_text.h"
#include "report/report.h"

static const char *const verdicts[] = {
	[TD_GUIDED_REACHED] = "reached", [TD_GUIDED_IMPOSSIBLE] = "impossible", [TD_GUIDED_NOT_FOUND] = "not reached"};

static void add_arrival(json_t *place, const struct td_trace *trace, uint32_t event)
{
	const struct td_trace_event *at = &trace->events[event];
	const struct td_site *site = &trace->sites[at->site];

	json_object_set_new(place, "event", json_integer(event + 1));
	json_object_set_new(place, "thread", td_json_string(trace->threads[at->raw.thread].label));
	json_object_set_new(place, "kind", td_json_string(td_kind_name(at->raw.kind)));
	json_object_set_new(place, "object", td_json_string(trace->names[at->name]));
	json_object_set_new(place, "file", td_json_string(site->file));
	json_object_set_new(place, "line", json_integer(site->line));
}

static json_t *places(const struct td_guidance *self, const struct td_waypoints *waypoints)
{
	json_t *list = json_array();

	for (size_t i = 0; i < waypoints->count; i++) {
		json_t *place = json_object();

		json_object_set_new(place, "place", td_json_string(waypoints->items[i].text));
		if (self->trace && self->events[i] == UINT32_MAX)
			json_object_set_new(place, "waits", json_true());
		else if (self->trace)
			add_arrival(place, self->trace, self->events[i]);
		json_array_append_new(list, place);
	}
	return list;
}

static json_t *search(const struct td_guidance *self)
{
	json_t *made = json_object();

	json_object_set_new(made, "executions", json_integer((json_int_t)self->executions));
	json_object_set_new(made, "failed", json_integer((json_int_t)self->failed));
	json_object_set_new(made, "passed_there", json_integer((json_int_t)self->passed_there));
	json_object_set_new(made, "states", json_integer((json_int_t)self->states));
	json_object_set_new(made, "points", json_integer(self->points));
	json_object_set_new(made, "orders", json_integer((json_int_t)self->classes));
	json_object_set_new(made, "seconds", json_real(self->seconds));
	json_object_set_new(made, "kilobytes", json_integer((json_int_t)self->kilobytes));
	return made;
}

static void add_execution(json_t *document, const struct td_guidance *self, const char *file)
{
	json_object_set_new(document, "trace", td_json_string(file));
	json_object_set_new(document, "events", json_integer(self->trace->event_count));
	json_object_set_new(document, "then", td_json_take(td_report_headline(self->trace)));
	json_object_set_new(document, "ways_on", json_integer((json_int_t)self->after));
	json_object_set_new(document, "failing_ways_on", json_integer((json_int_t)self->failing_after));
}

int td_guidance_json(const struct td_guidance *self, const struct td_waypoints *waypoints, const char *file, FILE *out)
{
	json_t *document = json_object();
	int failed;

	json_object_set_new(document, "schema", json_string("treadle-guide/1"));
	json_object_set_new(document, "verdict", json_string(verdicts[self->verdict]));
	json_object_set_new(document, "places", places(self, waypoints));
	json_object_set_new(document, "furthest", json_integer(self->furthest));
	if (self->trace)
		add_execution(document, self, file);
	json_object_set_new(document, "search", search(self));
	failed = json_dumpf(document, out, JSON_INDENT(1)) || fputc('\n', out) == EOF || fflush(out) == EOF;
	json_decref(document);
	return failed ? error("cannot write what was found") : 0;
}
