#include "trd.h"

#include <stdlib.h>
#include <string.h>

enum section { COMMAND, JOB, END, MODULES, SITES, NAMES, STACKS, THREADS, EVENTS, SCHEDULE, OUTPUT, VARIANT, DIRECTORIES, FOLLOWED,
	       CAUSE, DRAWN, EXPRESSIONS, SECTIONS };

/* Only executions that followed a variant have the first; older files do not have the second; the others are in those that say
 * something in them. */
enum { OPTIONAL = 1u << VARIANT | 1u << DIRECTORIES | 1u << FOLLOWED | 1u << CAUSE | 1u << DRAWN | 1u << EXPRESSIONS };

enum { MOST_TOLD = 4096 };

/* A field added to one of these must be added here too, and the version of the format with it, unless, as `restart`,
 * `systematic`, `races`, `lenient`, `gives_up` and `by_reads_from`, it means nothing when a schedule is followed.  What
 * only an execution has that was stopped (TD_END_STOPPED) is in no file. */
_Static_assert(sizeof(struct td_job) == 248, "code_job() knows every field that a replay needs");
_Static_assert(sizeof(struct td_ended) == 1032, "code_end() knows every field that a trace needs");
_Static_assert(sizeof(struct td_thread_info) == 408, "code_thread() knows every field that a trace needs");
_Static_assert(sizeof(struct td_module) == 528, "code_module() knows every field");

static void code_strings(struct td_codec *codec, char ***strings)
{
	uint32_t count = 0;

	while (codec->writing && (*strings)[count])
		count++;
	td_code_count(codec, &count, 4, UINT32_MAX);
	if (!codec->writing)
		*strings = td_alloc(((size_t)count + 1) * sizeof **strings);
	for (uint32_t i = 0; i < count; i++) {
		td_code_string(codec, &(*strings)[i]);
		if (!codec->writing && !(*strings)[i]) {
			codec->bad = true;
			break;
		}
	}
}

static void code_blob(struct td_codec *codec, char **bytes, uint64_t *size)
{
	td_code_u64(codec, size);
	if (!codec->writing) {
		if (codec->bad || *size > codec->size - codec->at) {
			codec->bad = true;
			*size = 0;
		}
		*bytes = td_alloc(*size + 1);
	}
	td_code_bytes(codec, *bytes, *size);
}

static void code_command(struct td_codec *codec, struct td_trace *trace)
{
	struct td_command *command = &trace->command;
	uint8_t has_input = command->input != NULL;

	td_code_string(codec, &command->program);
	td_code_string(codec, &command->directory);
	code_strings(codec, &command->argv);
	code_strings(codec, &command->environment);
	code_strings(codec, &command->locks);
	td_code_u64(codec, &command->program_hash);
	td_code_u8(codec, &has_input);
	if (has_input)
		code_blob(codec, &command->input, &command->input_size);
	codec->bad |= !command->program || !command->directory;
}

static void code_job(struct td_codec *codec, struct td_trace *trace)
{
	struct td_job *job = &trace->job;

	td_code_u32(codec, &job->kind);
	td_code_u32(codec, &job->isolate);
	td_code_u64(codec, &job->seed);
	td_code_u64(codec, &job->first);
	td_code_u64(codec, &job->count);
	td_code_u32(codec, &job->policy_count);
	td_code_u32(codec, &job->expect_exit);
	for (int i = 0; i < TD_MAX_POLICIES; i++) {
		td_code_u32(codec, &job->policies[i].kind);
		td_code_u32(codec, &job->policies[i].param);
	}
	td_code_u64(codec, &job->max_events);
	td_code_u32(codec, &job->segment_count);
	td_code_u32(codec, &job->choice_count);
	for (int i = 0; i < 2; i++) {
		td_code_u32(codec, &job->race.thread[i]);
		td_code_u64(codec, &job->race.op[i]);
	}
	td_code_u8(codec, &job->detail);
	td_code_u8(codec, &job->learn);
	td_code_u8(codec, &job->fifo);
	td_code_u8(codec, &job->spurious);
	td_code_u8(codec, &job->daemons);
	td_code_u8(codec, &job->patient);
	td_code_u8(codec, &job->hash_all);
	td_code_u8(codec, &job->stop_in_gdb);
}

static void code_frames(struct td_codec *codec, struct td_frame_list *list)
{
	td_code_count(codec, &list->count, 4, TD_MAX_FRAMES);
	for (uint32_t i = 0; i < list->count; i++)
		td_code_u32(codec, &list->sites[i]);
}

/* Text in an array of fixed size, with an end. */
static void code_fixed_text(struct td_codec *codec, char *text, size_t size)
{
	td_code_bytes(codec, text, size);
	if (!codec->writing)
		codec->bad |= !memchr(text, 0, size);
}

static void code_end(struct td_codec *codec, struct td_trace *trace)
{
	struct td_ended *end = &trace->ended;

	td_code_u32(codec, &end->end);
	td_code_u32(codec, &end->thread);
	td_code_u64(codec, &end->number);
	td_code_u64(codec, &end->object);
	td_code_u64(codec, &end->pc);
	td_code_u64(codec, &end->address);
	td_code_int(codec, &end->signal);
	td_code_int(codec, &end->status);
	td_code_u32(codec, &end->event_count);
	td_code_u32(codec, &end->segment_count);
	td_code_u32(codec, &end->choice_count);
	td_code_u32(codec, &end->thread_count);
	td_code_count(codec, &end->frame_count, 8, TD_MAX_FRAMES);
	for (uint32_t i = 0; i < end->frame_count; i++)
		td_code_u64(codec, &end->frames[i]);
	td_code_u32(codec, &end->policy);
	td_code_count(codec, &end->cycle_count, 2, sizeof end->cycle / sizeof *end->cycle);
	for (uint32_t i = 0; i < end->cycle_count; i++)
		td_code_u16(codec, &end->cycle[i]);
	td_code_u64(codec, &end->fingerprint);
	td_code_u64(codec, &end->op_hash);
	td_code_u64(codec, &end->block);
	td_code_u64(codec, &end->block_size);
	td_code_u64(codec, &end->block_pc);
	td_code_u64(codec, &end->block_free_pc);
	td_code_u32(codec, &end->race_event);
	td_code_u32(codec, &end->race_adjacent);
	code_fixed_text(codec, end->message, sizeof end->message);
	code_frames(codec, &trace->stack);
	td_code_u32(codec, &trace->name);
	td_code_u32(codec, &trace->site);
	td_code_u32(codec, &trace->block_site);
	td_code_u32(codec, &trace->block_free_site);
	td_code_string(codec, &trace->excerpt);
	td_code_u32(codec, &trace->excerpt_line);
}

static void code_module(struct td_codec *codec, struct td_module *module)
{
	td_code_u64(codec, &module->base);
	td_code_u64(codec, &module->text_low);
	td_code_u64(codec, &module->text_high);
	td_code_u64(codec, &module->low);
	td_code_u64(codec, &module->high);
	code_fixed_text(codec, module->path, sizeof module->path);
}

static void code_modules(struct td_codec *codec, struct td_trace *trace)
{
	trace->modules = td_code_array(codec, trace->modules, &trace->module_count, sizeof *trace->modules, 40, TD_MAX_MODULES);
	for (uint32_t i = 0; i < trace->module_count; i++)
		code_module(codec, &trace->modules[i]);
}

static void code_sites(struct td_codec *codec, struct td_trace *trace)
{
	trace->sites = td_code_array(codec, trace->sites, &trace->site_count, sizeof *trace->sites, 28, UINT32_MAX);
	for (uint32_t i = 0; i < trace->site_count && !codec->bad; i++) {
		struct td_site *site = &trace->sites[i];

		td_code_u64(codec, &site->pc);
		td_code_string(codec, &site->function);
		td_code_string(codec, &site->file);
		td_code_int(codec, &site->line);
		td_code_int(codec, &site->column);
		td_code_string(codec, &site->source);
		codec->bad |= !site->function;
	}
}

static void code_names(struct td_codec *codec, struct td_trace *trace)
{
	trace->names = td_code_array(codec, trace->names, &trace->name_count, sizeof *trace->names, 4, UINT32_MAX);
	for (uint32_t i = 0; i < trace->name_count && !codec->bad; i++) {
		td_code_string(codec, &trace->names[i]);
		codec->bad |= !trace->names[i];
	}
}

static void code_stacks(struct td_codec *codec, struct td_trace *trace)
{
	trace->stacks = td_code_array(codec, trace->stacks, &trace->stack_count, sizeof *trace->stacks, 4, UINT32_MAX);
	for (uint32_t i = 0; i < trace->stack_count && !codec->bad; i++)
		code_frames(codec, &trace->stacks[i]);
}

static void code_thread(struct td_codec *codec, struct td_trace_thread *thread)
{
	struct td_thread_info *raw = &thread->raw;
	uint64_t *const words[] = { &raw->start, &raw->create_pc, &raw->handle, &raw->stack_low, &raw->stack_high, &raw->tls_low,
				    &raw->tls_high, &raw->object, &raw->pc, &raw->op, &raw->sp, &raw->bp, &raw->ip };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		td_code_u64(codec, words[i]);
	td_code_u16(codec, &raw->creator);
	td_code_u8(codec, &raw->state);
	td_code_u8(codec, &raw->pending);
	td_code_u8(codec, &raw->detached);
	td_code_u8(codec, &raw->joined);
	td_code_u16(codec, &raw->holder);
	td_code_count(codec, &raw->frame_count, 8, TD_MAX_FRAMES);
	for (uint32_t i = 0; i < raw->frame_count; i++)
		td_code_u64(codec, &raw->frames[i]);
	code_fixed_text(codec, raw->name, sizeof raw->name);
	td_code_string(codec, &thread->label);
	code_frames(codec, &thread->stack);
	td_code_u32(codec, &thread->name);
	td_code_u32(codec, &thread->site);
	td_code_u32(codec, &thread->create_site);
	codec->bad |= !thread->label;
}

static void code_threads(struct td_codec *codec, struct td_trace *trace)
{
	trace->threads = td_code_array(codec, trace->threads, &trace->thread_count, sizeof *trace->threads, 148,
				       TD_MAX_THREADS);
	for (uint32_t i = 0; i < trace->thread_count && !codec->bad; i++)
		code_thread(codec, &trace->threads[i]);
}

static void code_event(struct td_codec *codec, struct td_trace_event *event)
{
	td_code_u64(codec, &event->raw.object);
	td_code_u64(codec, &event->raw.value);
	td_code_u64(codec, &event->raw.pc);
	td_code_u32(codec, &event->raw.op);
	td_code_u32(codec, &event->raw.size);
	td_code_u16(codec, &event->raw.thread);
	td_code_u8(codec, &event->raw.kind);
	td_code_u8(codec, &event->raw.flags);
	td_code_u32(codec, &event->raw.aux);
	td_code_u32(codec, &event->site);
	td_code_u32(codec, &event->stack);
	td_code_u32(codec, &event->name);
	td_code_u32(codec, &event->other);
	td_code_u32(codec, &event->value);
	td_code_u32(codec, &event->before);
}

static void code_events(struct td_codec *codec, struct td_trace *trace)
{
	trace->events = td_code_array(codec, trace->events, &trace->event_count, sizeof *trace->events, 64, TD_MAX_EVENTS);
	for (uint32_t i = 0; i < trace->event_count && !codec->bad; i++)
		code_event(codec, &trace->events[i]);
}

static void code_segments(struct td_codec *codec, struct td_segment **segments, uint32_t *count)
{
	*segments = td_code_array(codec, *segments, count, sizeof **segments, 12, TD_MAX_SEGMENTS);
	for (uint32_t i = 0; i < *count && !codec->bad; i++) {
		td_code_u32(codec, &(*segments)[i].thread);
		td_code_u64(codec, &(*segments)[i].until);
	}
}

static void code_choices(struct td_codec *codec, uint32_t **choices, uint32_t *count)
{
	*choices = td_code_array(codec, *choices, count, sizeof **choices, 4, TD_MAX_CHOICES);
	for (uint32_t i = 0; i < *count && !codec->bad; i++)
		td_code_u32(codec, &(*choices)[i]);
}

static void code_schedule(struct td_codec *codec, struct td_trace *trace)
{
	code_segments(codec, &trace->segments, &trace->segment_count);
	code_choices(codec, &trace->choices, &trace->choice_count);
}

static void code_drawn(struct td_codec *codec, struct td_trace *trace)
{
	code_segments(codec, &trace->drawn, &trace->drawn_count);
	code_choices(codec, &trace->drawn_choices, &trace->drawn_choice_count);
}

static void code_cause(struct td_codec *codec, struct td_trace *trace)
{
	td_code_string(codec, &trace->cause);
	trace->told = td_code_array(codec, trace->told, &trace->told_count, sizeof *trace->told, 28, MOST_TOLD);
	for (uint32_t i = 0; i < trace->told_count && !codec->bad; i++) {
		struct td_told_event *told = &trace->told[i];

		td_code_string(codec, &told->thread);
		td_code_string(codec, &told->function);
		td_code_string(codec, &told->file);
		td_code_string(codec, &told->source);
		td_code_int(codec, &told->line);
		td_code_u32(codec, &told->kind);
		td_code_u32(codec, &told->number);
		codec->bad |= !codec->writing && (!told->thread || !told->function || told->kind >= TD_KINDS);
	}
	codec->bad |= trace->told_count % 2 != 0;
}

static void code_output(struct td_codec *codec, struct td_trace *trace)
{
	code_blob(codec, &trace->output, &trace->output_size);
}

static void code_variant(struct td_codec *codec, struct td_trace *trace)
{
	td_code_u32(codec, &trace->event_limit);
	trace->kept = td_code_array(codec, trace->kept, &trace->kept_count, sizeof *trace->kept, 20, TD_MAX_EVENTS);
	for (uint32_t i = 0; i < trace->kept_count && !codec->bad; i++) {
		td_code_u32(codec, &trace->kept[i].thread);
		td_code_u32(codec, &trace->kept[i].op);
		td_code_u32(codec, &trace->kept[i].flags);
		td_code_u64(codec, &trace->kept[i].up_to);
	}
}

/* Of the sites, one for each. */
static void code_directories(struct td_codec *codec, struct td_trace *trace)
{
	uint32_t count = trace->site_count;

	td_code_count(codec, &count, 4, UINT32_MAX);
	codec->bad |= count != trace->site_count;
	for (uint32_t i = 0; i < trace->site_count && !codec->bad; i++)
		td_code_string(codec, &trace->sites[i].directory);
}

/* What is unusual about the events, and operations, of the schedule that is followed. */
static void code_followed(struct td_codec *codec, struct td_trace *trace)
{
	td_code_u8(codec, &trace->job.followed);
	td_code_u8(codec, &trace->job.malloc);
	codec->bad |= trace->job.followed > TD_FOLLOWED_NONE || trace->job.malloc > TD_MALLOC_FAILS;
}

static bool is_followed_as_usual(const struct td_job *job)
{
	return !job->followed && !job->malloc;
}

/* Of the events, one for each. */
static void code_expressions(struct td_codec *codec, struct td_trace *trace)
{
	uint32_t count = trace->event_count;

	td_code_count(codec, &count, 4, UINT32_MAX);
	codec->bad |= count != trace->event_count;
	for (uint32_t i = 0; i < trace->event_count && !codec->bad; i++)
		td_code_u32(codec, &trace->events[i].expression);
}

static bool has_expressions(const struct td_trace *trace)
{
	for (uint32_t i = 0; i < trace->event_count; i++)
		if (trace->events[i].expression)
			return true;
	return false;
}

static void (*const coders[SECTIONS])(struct td_codec *, struct td_trace *) = {
	[COMMAND] = code_command, [JOB] = code_job, [END] = code_end, [MODULES] = code_modules, [SITES] = code_sites,
	[NAMES] = code_names, [STACKS] = code_stacks, [THREADS] = code_threads, [EVENTS] = code_events,
	[SCHEDULE] = code_schedule, [OUTPUT] = code_output, [VARIANT] = code_variant,
	[DIRECTORIES] = code_directories, [FOLLOWED] = code_followed, [CAUSE] = code_cause, [DRAWN] = code_drawn,
	[EXPRESSIONS] = code_expressions,
};

static bool says_something(const struct td_trace *trace, uint32_t tag)
{
	switch (tag) {
	case VARIANT:
		return trace->kept_count;
	case FOLLOWED:
		return !is_followed_as_usual(&trace->job);
	case CAUSE:
		return trace->cause;
	case DRAWN:
		return trace->drawn_count;
	case EXPRESSIONS:
		return has_expressions(trace);
	default:
		return true;
	}
}

struct td_codec td_trd_encode(const struct td_trace *trace)
{
	struct td_codec codec = { .writing = true };
	struct td_trace copy = *trace; /* coding goes both ways, so its functions want a trace they may change */

	for (uint32_t tag = 0; tag < SECTIONS; tag++) {
		struct td_codec section = { .writing = true };
		uint64_t size;

		if (!says_something(trace, tag))
			continue;
		coders[tag](&section, &copy);
		size = section.size;
		td_code_u32(&codec, &tag);
		td_code_u64(&codec, &size);
		td_code_bytes(&codec, section.bytes, section.size);
		free(section.bytes);
	}
	return codec;
}

/* Everything that is an index must lead somewhere: the rest of the tool does not look twice. */
static bool frames_are_valid(const struct td_trace *trace, const struct td_frame_list *list)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (list->sites[i] >= trace->site_count)
			return false;
	return true;
}

static bool event_is_valid(const struct td_trace *trace, const struct td_trace_event *event)
{
	return event->site < trace->site_count && event->stack < trace->stack_count && event->name < trace->name_count &&
	       event->other < trace->name_count && event->value < trace->name_count && event->before < trace->name_count &&
	       event->expression < trace->name_count &&
	       event->raw.thread < trace->thread_count && event->raw.kind < TD_KINDS;
}

static bool thread_is_valid(const struct td_trace *trace, const struct td_trace_thread *thread)
{
	return frames_are_valid(trace, &thread->stack) && thread->name < trace->name_count && thread->site < trace->site_count &&
	       thread->create_site < trace->site_count && thread->raw.pending < TD_KINDS && thread->raw.state <= TD_T_DONE &&
	       (thread->raw.holder == UINT16_MAX || thread->raw.holder < trace->thread_count);
}

static bool end_is_valid(const struct td_trace *trace)
{
	const struct td_ended *ended = &trace->ended;

	for (uint32_t i = 0; i < ended->cycle_count; i++)
		if (ended->cycle[i] >= trace->thread_count)
			return false;
	if (ended->end == TD_END_RACE && (!ended->race_event || ended->race_event >= trace->event_count))
		return false;
	return ended->end < TD_ENDS && ended->thread < trace->thread_count && frames_are_valid(trace, &trace->stack) &&
	       trace->name < trace->name_count && trace->site < trace->site_count &&
	       (trace->block_site == UINT32_MAX || trace->block_site < trace->site_count) &&
	       (trace->block_free_site == UINT32_MAX || trace->block_free_site < trace->site_count) &&
	       trace->job.policy_count <= TD_MAX_POLICIES;
}

static bool is_valid(const struct td_trace *trace)
{
	if (!trace->site_count || !trace->name_count || !trace->stack_count || !trace->thread_count || !end_is_valid(trace))
		return false;
	for (uint32_t i = 0; i < trace->stack_count; i++)
		if (!frames_are_valid(trace, &trace->stacks[i]))
			return false;
	for (uint32_t i = 0; i < trace->thread_count; i++)
		if (!thread_is_valid(trace, &trace->threads[i]))
			return false;
	for (uint32_t i = 0; i < trace->event_count; i++)
		if (!event_is_valid(trace, &trace->events[i]))
			return false;
	for (uint32_t i = 0; i < trace->segment_count; i++)
		if (trace->segments[i].thread >= TD_MAX_THREADS)
			return false;
	for (uint32_t i = 0; i < trace->kept_count; i++)
		if (trace->kept[i].thread >= trace->thread_count || trace->kept[i].flags & ~(uint32_t)TD_KEPT_FLAGS)
			return false;
	return trace->event_limit <= trace->event_count;
}

/* A section twice would leak the first; one that is not used up was written by another program. */
static void read_section(struct td_codec *codec, struct td_trace *trace, uint32_t *seen)
{
	uint32_t tag;
	uint64_t size;

	td_code_u32(codec, &tag);
	td_code_u64(codec, &size);
	if (codec->bad || size > codec->size - codec->at || (tag < SECTIONS && *seen & 1u << tag)) {
		codec->bad = true;
		return;
	}
	struct td_codec section = { .bytes = codec->bytes + codec->at, .size = size };

	codec->at += size;
	if (tag >= SECTIONS)
		return;
	*seen |= 1u << tag;
	coders[tag](&section, trace);
	codec->bad |= section.bad || section.at != section.size;
}

struct td_trace *td_trd_decode(const void *body, size_t size)
{
	struct td_codec codec = { .bytes = (uint8_t *)body, .size = size };
	struct td_trace *trace = td_alloc(sizeof *trace);
	uint32_t seen = 0;

	while (!codec.bad && codec.at < codec.size)
		read_section(&codec, trace, &seen);
	if (codec.bad || (seen | OPTIONAL) != (1u << SECTIONS) - 1 || !is_valid(trace)) {
		td_trace_free(trace);
		return NULL;
	}
	return trace;
}
