/* The trace as JSON: doc/trace-json.md says what everything means. */
#include <stdlib.h>
#include <string.h>

#include "data_race.h"
#include "json_text.h"
#include "locks.h"
#include "lost.h"
#include "report.h"
#include "words.h"

static json_t *address(uint64_t value)
{
	return value ? td_json_take(td_format("0x%llx", (unsigned long long)value)) : json_null();
}

static json_t *site_index(uint32_t site)
{
	return site && site != UINT32_MAX ? json_integer(site) : json_null();
}

static json_t *frames(const struct td_frame_list *list)
{
	json_t *array = json_array();

	for (uint32_t i = 0; i < list->count; i++)
		json_array_append_new(array, json_integer(list->sites[i]));
	return array;
}

static json_t *race_side(const struct td_trace *trace, const struct td_race_side *side)
{
	const struct td_trace_event *from = &trace->events[side->event];
	json_t *object = json_object(), *locks = json_array();

	for (size_t i = 0; i < side->locks.count; i++) {
		const struct td_held *held = &side->locks.items[i];

		json_array_append_new(locks, json_pack("{s:o, s:b}", "object",
						       td_json_string(trace->names[td_held_name(trace, held)]),
						       "shared", td_held_is_shared(trace, held)));
	}
	json_object_set_new(object, "event", json_integer(side->event + 1));
	json_object_set_new(object, "thread", json_integer(from->raw.thread));
	json_object_set_new(object, "access", json_string(td_kind_name(from->raw.kind)));
	json_object_set_new(object, "atomic", json_boolean(from->raw.flags & TD_F_ATOMIC));
	json_object_set_new(object, "object", td_json_string(trace->names[from->name]));
	json_object_set_new(object, "expression", td_json_string(trace->names[from->expression]));
	json_object_set_new(object, "address", address(from->raw.object));
	json_object_set_new(object, "size", json_integer(from->raw.size));
	json_object_set_new(object, "site", site_index(from->site));
	json_object_set_new(object, "stack", frames(&trace->stacks[from->stack]));
	json_object_set_new(object, "locks", locks);
	return object;
}

static json_t *race(const struct td_trace *trace)
{
	struct td_race_sides sides;
	json_t *object;

	if (trace->ended.end != TD_END_RACE)
		return json_null();
	sides = td_race_sides_make(trace);
	object = json_object();
	json_object_set_new(object, "verdict", json_string(trace->ended.race_adjacent ? "confirmed" : "predicted"));
	json_object_set_new(object, "first", race_side(trace, &sides.at[0]));
	json_object_set_new(object, "second", race_side(trace, &sides.at[1]));
	json_object_set_new(object, "lock", td_json_string(trace->names[sides.lock]));
	char *note = td_race_note(trace);

	json_object_set_new(object, "note", td_json_string(note));
	free(note);
	td_race_sides_clear(&sides);
	return object;
}

static json_t *lost_wake_up(const struct td_trace *trace)
{
	struct td_lost lost;
	json_t *object;

	if (!td_lost_by_any(trace, &lost))
		return json_null();
	object = json_object();
	json_object_set_new(object, "thread", json_integer(lost.thread));
	json_object_set_new(object, "event", json_integer(lost.event + 1));
	json_object_set_new(object, "went_elsewhere", json_boolean(lost.went_elsewhere));
	return object;
}

static json_t *result(const struct td_trace *trace)
{
	const struct td_ended *ended = &trace->ended;
	json_t *object = json_object(), *cycle = json_array();

	json_object_set_new(object, "kind", json_string(td_end_word(ended->end)));
	json_object_set_new(object, "finding", json_boolean(td_end_is_finding(ended->end)));
	json_object_set_new(object, "headline", td_json_take(td_report_headline(trace)));
	json_object_set_new(object, "message", td_json_string(ended->message));
	json_object_set_new(object, "thread", json_integer(ended->thread));
	json_object_set_new(object, "site", site_index(trace->site));
	json_object_set_new(object, "stack", frames(&trace->stack));
	json_object_set_new(object, "object", td_json_string(trace->names[trace->name]));
	json_object_set_new(object, "status", json_integer(ended->status));
	json_object_set_new(object, "signal", json_integer(ended->signal));
	json_object_set_new(object, "address", ended->signal ? address(ended->address) : json_null());
	for (uint32_t i = 0; i < ended->cycle_count; i++)
		json_array_append_new(cycle, json_integer(ended->cycle[i]));
	json_object_set_new(object, "cycle", cycle);
	json_object_set_new(object, "race", race(trace));
	json_object_set_new(object, "lost_wake_up", lost_wake_up(trace));
	json_object_set_new(object, "block_size", ended->block_size ? json_integer(ended->block_size) : json_null());
	json_object_set_new(object, "block_allocated", site_index(trace->block_site));
	json_object_set_new(object, "block_freed", site_index(trace->block_free_site));
	return object;
}

static json_t *site(const struct td_site *from)
{
	json_t *object = json_object();

	json_object_set_new(object, "function", td_json_string(from->function));
	json_object_set_new(object, "file", td_json_string(from->file));
	json_object_set_new(object, "line", from->line ? json_integer(from->line) : json_null());
	json_object_set_new(object, "column", from->column ? json_integer(from->column) : json_null());
	json_object_set_new(object, "source", td_json_string(from->source));
	json_object_set_new(object, "pc", address(from->pc));
	return object;
}

static json_t *thread(const struct td_trace *trace, uint32_t i)
{
	static const char *const states[] = {
		[TD_T_RUNNABLE] = "runnable", [TD_T_BLOCKED] = "blocked", [TD_T_TIMED] = "timed", [TD_T_DONE] = "done"};
	const struct td_trace_thread *from = &trace->threads[i];
	bool done = from->raw.state == TD_T_DONE;
	json_t *object = json_object();

	json_object_set_new(object, "number", json_integer(i));
	json_object_set_new(object, "label", td_json_string(from->label));
	json_object_set_new(object, "creator", i ? json_integer(from->raw.creator) : json_null());
	json_object_set_new(object, "created", site_index(from->create_site));
	json_object_set_new(object, "state", json_string(states[from->raw.state]));
	json_object_set_new(object, "next", done ? json_null() : json_string(td_kind_name(from->raw.pending)));
	json_object_set_new(object, "object", done ? json_null() : td_json_string(trace->names[from->name]));
	json_object_set_new(object, "held_by",
			    from->raw.holder == UINT16_MAX ? json_null() : json_integer(from->raw.holder));
	json_object_set_new(object, "site", done ? json_null() : site_index(from->site));
	json_object_set_new(object, "stack", frames(&from->stack));
	return object;
}

static json_t *flags(uint8_t bits)
{
	static const char *const words[] = {"atomic", "failed", "timeout", "spurious",
					    "range",  "try",    "switch",  "preempt"};
	json_t *array = json_array();

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (bits & 1 << i)
			json_array_append_new(array, json_string(words[i]));
	return array;
}

static json_t *order(const struct td_event *from)
{
	static const char *const words[] = { "relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst" };
	uint32_t number = from->aux >> 24 & 7;

	if (!(from->flags & TD_F_ATOMIC) && from->kind != TD_FENCE)
		return json_null();
	return number < sizeof words / sizeof *words ? json_string(words[number]) : json_null();
}

static json_t *event(const struct td_trace *trace, uint32_t i)
{
	const struct td_trace_event *from = &trace->events[i];
	json_t *object = json_object();

	json_object_set_new(object, "number", json_integer(i + 1));
	json_object_set_new(object, "thread", json_integer(from->raw.thread));
	json_object_set_new(object, "kind", json_string(td_kind_name(from->raw.kind)));
	json_object_set_new(object, "object", td_json_string(trace->names[from->name]));
	json_object_set_new(object, "expression", td_json_string(trace->names[from->expression]));
	json_object_set_new(object, "address", address(from->raw.object));
	json_object_set_new(object, "size", json_integer(from->raw.size));
	json_object_set_new(object, "value", td_json_string(trace->names[from->value]));
	json_object_set_new(object, "before", td_json_string(trace->names[from->before]));
	json_object_set_new(object, "other", td_json_string(trace->names[from->other]));
	json_object_set_new(object, "flags", flags(from->raw.flags));
	json_object_set_new(object, "order", order(&from->raw));
	json_object_set_new(object, "volatile", json_boolean(td_is_volatile_access(&from->raw)));
	json_object_set_new(object, "text", td_json_take(td_words_event(trace, from)));
	json_object_set_new(object, "site", site_index(from->site));
	json_object_set_new(object, "stack", json_integer(from->stack));
	return object;
}

static json_t *locks_held(const struct td_trace *trace)
{
	json_t *array = json_array();
	struct td_locks locks = { 0 };

	for (uint32_t i = 0; i < trace->event_count; i++)
		td_locks_step(&locks, trace, i);
	for (size_t i = 0; i < locks.count; i++) {
		const struct td_trace_event *from = &trace->events[locks.items[i].event];
		json_t *object = json_object();

		json_object_set_new(
			object, "object",
			td_json_string(trace->names[from->raw.kind == TD_COND_WAKE ? from->other : from->name]));
		json_object_set_new(object, "thread", json_integer(locks.items[i].thread));
		json_object_set_new(object, "event", json_integer(locks.items[i].event + 1));
		json_array_append_new(array, object);
	}
	free(locks.items);
	return array;
}

static json_t *schedule(const struct td_trace *trace)
{
	json_t *object = json_object(), *segments = json_array(), *choices = json_array();

	for (uint32_t i = 0; i < trace->segment_count; i++)
		json_array_append_new(segments, json_pack("[I, I]", (json_int_t)trace->segments[i].thread,
							  (json_int_t)trace->segments[i].until));
	for (uint32_t i = 0; i < trace->choice_count; i++)
		json_array_append_new(choices, json_integer(trace->choices[i]));
	json_object_set_new(object, "segments", segments);
	json_object_set_new(object, "choices", choices);
	return object;
}

static json_t *command(const struct td_trace *trace)
{
	json_t *object = json_object(), *arguments = json_array();

	for (char **argument = trace->command.argv; argument && *argument; argument++)
		json_array_append_new(arguments, td_json_text(*argument, strlen(*argument)));
	json_object_set_new(object, "program", td_json_string(trace->command.program));
	json_object_set_new(object, "directory", td_json_string(trace->command.directory));
	json_object_set_new(object, "arguments", arguments);
	return object;
}

int td_report_json(const struct td_trace *trace, const struct td_report_options *options, FILE *out)
{
	json_t *root = json_object(), *sites = json_array(), *stacks = json_array(), *threads = json_array(),
	       *events = json_array();
	int bad;

	for (uint32_t i = 0; i < trace->site_count; i++)
		json_array_append_new(sites, site(&trace->sites[i]));
	for (uint32_t i = 0; i < trace->stack_count; i++)
		json_array_append_new(stacks, frames(&trace->stacks[i]));
	for (uint32_t i = 0; i < trace->thread_count; i++)
		json_array_append_new(threads, thread(trace, i));
	for (uint32_t i = options->from ? options->from - 1 : 0; i < trace->event_count; i++)
		if (!options->to || i < options->to)
			json_array_append_new(events, event(trace, i));
	json_object_set_new(root, "schema", json_string("treadle-trace/1"));
	json_object_set_new(root, "command", command(trace));
	json_object_set_new(root, "result", result(trace));
	json_object_set_new(root, "threads", threads);
	json_object_set_new(root, "events", events);
	json_object_set_new(root, "locks_held", locks_held(trace));
	json_object_set_new(root, "sites", sites);
	json_object_set_new(root, "stacks", stacks);
	json_object_set_new(root, "schedule", schedule(trace));
	json_object_set_new(root, "output", td_json_text(trace->output, trace->output_size));
	bad = json_dumpf(root, out, JSON_INDENT(1)) || fputc('\n', out) == EOF;
	json_decref(root);
	return bad ? -1 : 0;
}
