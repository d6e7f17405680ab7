#include "view.h"

#include "report/json_text.h"
#include "report/report.h"
#include "report/words.h"

#include <stdlib.h>

/* One line. */
static void put(json_t *object, FILE *out)
{
	json_dumpf(object, out, 0);
	fputc('\n', out);
	json_decref(object);
}

static void add_site(json_t *object, const struct td_site *site)
{
	json_object_set_new(object, "file", td_json_string(site->file));
	json_object_set_new(object, "line", site->line ? json_integer(site->line) : json_null());
	json_object_set_new(object, "function", site->pc ? td_json_string(site->function) : json_null());
}

static json_t *next(const struct td_trace *trace, uint32_t i)
{
	const struct td_trace_thread *info = &trace->threads[i];
	json_t *object = json_object();

	if (info->raw.state == TD_T_DONE)
		return json_null();
	json_object_set_new(object, "op", json_string(td_kind_name(info->raw.pending)));
	json_object_set_new(object, "object", td_json_string(trace->names[info->name]));
	json_object_set_new(object, "value", td_json_string(trace->names[info->value]));
	add_site(object, &trace->sites[info->site]);
	return object;
}

static const char *state_word(const struct td_trace_thread *info)
{
	static const char *const words[] = {[TD_T_RUNNABLE] = "runnable",
					    [TD_T_BLOCKED] = "blocked",
					    [TD_T_TIMED] = "timed",
					    [TD_T_DONE] = "ended"};

	return info->raw.state == TD_T_RUNNABLE && !info->raw.can_run ? "created" : words[info->raw.state];
}

static json_t *thread(const struct td_drive *drive, uint32_t i)
{
	const struct td_trace *trace = drive->now;
	const struct td_trace_thread *info = &trace->threads[i];
	bool waits = info->raw.state == TD_T_BLOCKED || info->raw.state == TD_T_TIMED;
	json_t *object = json_object();

	json_object_set_new(object, "id", json_integer(i));
	json_object_set_new(object, "label", td_json_string(info->label));
	json_object_set_new(object, "state", json_string(state_word(info)));
	json_object_set_new(object, "can_run", json_boolean(td_drive_can_run(drive, i)));
	json_object_set_new(object, "next", next(trace, i));
	json_object_set_new(object, "waits_for", waits ? td_json_take(td_words_blocked(trace, i)) : json_null());
	json_object_set_new(object, "holder",
			    info->raw.holder == UINT16_MAX ? json_null() : json_integer(info->raw.holder));
	return object;
}

static json_t *threads(const struct td_drive *drive)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < drive->now->thread_count; i++)
		json_array_append_new(list, thread(drive, i));
	return list;
}

static json_t *choice(struct td_drive *drive)
{
	uint32_t outcomes = td_drive_outcomes(drive);
	json_t *list = json_array();

	if (!outcomes) {
		json_decref(list);
		return json_null();
	}
	for (uint32_t i = 0; i < outcomes && i < TD_MOST_OUTCOMES_TOLD; i++)
		json_array_append_new(list, td_json_take(td_drive_outcome_words(drive, i)));
	return json_pack("{s:i, s:i, s:o}", "thread", drive->now->ended.thread, "outcomes", outcomes, "words", list);
}

static json_t *ended(const struct td_trace *trace)
{
	return json_pack("{s:s, s:b, s:o, s:i}", "kind", td_end_word(trace->ended.end), "finding",
			 td_end_is_finding(trace->ended.end), "headline", td_json_take(td_report_headline(trace)),
			 "thread", trace->ended.thread);
}

static json_t *event(const struct td_trace *trace, uint32_t i)
{
	const struct td_trace_event *from = &trace->events[i];
	json_t *object = json_object();

	json_object_set_new(object, "number", json_integer(i + 1));
	json_object_set_new(object, "thread", json_integer(from->raw.thread));
	json_object_set_new(object, "op", json_string(td_kind_name(from->raw.kind)));
	json_object_set_new(object, "object", td_json_string(trace->names[from->name]));
	json_object_set_new(object, "words", td_json_take(td_words_event(trace, from)));
	add_site(object, &trace->sites[from->site]);
	return object;
}

static json_t *events(const struct td_trace *trace, uint32_t from)
{
	json_t *list = json_array();

	for (uint32_t i = from; i < trace->event_count; i++)
		json_array_append_new(list, event(trace, i));
	return list;
}

static void put_state(struct td_drive *drive, uint32_t from, FILE *out)
{
	json_t *object = json_object();

	json_object_set_new(object, "step", json_integer((json_int_t)drive->moves.count));
	json_object_set_new(object, "event_count", json_integer(drive->now->event_count));
	json_object_set_new(object, "did", events(drive->now, from));
	json_object_set_new(object, "threads", threads(drive));
	json_object_set_new(object, "choice", choice(drive));
	json_object_set_new(object, "ended", td_drive_has_ended(drive) ? ended(drive->now) : json_null());
	put(object, out);
}

static void put_events(const struct td_drive *drive, FILE *out)
{
	put(json_pack("{s:o}", "events", events(drive->now, 0)), out);
}

static void put_saved(const struct td_drive *drive, const struct td_trace *trace, const char *file, FILE *out)
{
	put(json_pack("{s:o, s:b, s:o}", "saved", td_json_string(file), "ran_on", !td_drive_has_ended(drive), "ended",
		      ended(trace)),
	    out);
}

static void put_wrong(const char *why, FILE *out)
{
	put(json_pack("{s:o}", "error", td_json_string(why)), out);
}

static void ask_nothing(const struct td_drive *drive, FILE *out)
{
	(void)drive, (void)out;
}

const struct td_view td_view_json = {.parse = td_order_parse_json,
				     .prompt = ask_nothing,
				     .state = put_state,
				     .events = put_events,
				     .saved = put_saved,
				     .wrong = put_wrong};
