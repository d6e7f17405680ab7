/* From the channel to a trace: copy what happened, give every address its place in the source and its name.
 *
 * The program may have trampled the channel, so nothing in it is believed to be in range. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "labels.h"
#include "base/map.h"
#include "naming.h"
#include "site_table.h"
#include "symbols.h"
#include "trace.h"
#include "values.h"

#include "wire/ops.h"

/* A name on its way to its final text: whether the scope is said depends on all the others. */
struct pending {
	uint32_t root;           /* index into roots */
	char *scope, *path;
	bool scope_always;
};

struct root {
	uint64_t place;
	bool shared;             /* by things in two places */
};

struct capture {
	const struct td_channel *channel;
	struct td_trace *trace;
	struct td_symbols *symbols;
	struct td_naming *naming;
	char **labels;
	struct {
		struct td_site *items;
		size_t count, room;
	} sites;
	struct {
		uint32_t *items; /* of a pc's first site: how many it has */
		size_t count, room;
	} spans;
	struct td_map site_of;   /* pc, with how in the lowest bit */
	struct {
		struct td_frame_list *items;
		size_t count, room;
	} stacks;
	struct td_map stack_of;
	struct td_map last_access; /* of an address: number of the event */
	struct td_site_table *table;
	struct td_map expression_of; /* pc, with the kind of event: a name */
	struct td_intern keys, roots;
	struct {
		struct pending *items;
		size_t count, room;
	} names;
	struct {
		struct root *items;
		size_t count, room;
	} root_places;
};

/* Sites and stacks. */

static uint32_t site_of(struct capture *capture, uint64_t pc, enum td_pc how)
{
	struct td_site found[TD_MAX_FRAMES];
	uint32_t *slot = td_map_slot(&capture->site_of, pc << 1 | (how == TD_PC_EXACT)), count;

	if (*slot != TD_MAP_NONE)
		return *slot;
	*slot = capture->sites.count;
	count = td_symbols_sites(capture->symbols, pc, how, found, TD_MAX_FRAMES);
	for (uint32_t i = 0; i < count; i++) {
		TD_PUSH(&capture->sites, found[i]);
		TD_PUSH(&capture->spans, count - i);
	}
	return *slot;
}

static uint32_t site_or_none(struct capture *capture, uint64_t pc)
{
	return pc ? site_of(capture, pc, TD_PC_RETURN) : 0;
}

static void add_frame(struct capture *capture, struct td_frame_list *list, uint64_t pc, enum td_pc how)
{
	uint32_t first = site_of(capture, pc, how);

	for (uint32_t i = 0; i < capture->spans.items[first] && list->count < TD_MAX_FRAMES; i++)
		list->sites[list->count++] = first + i;
}

/* PC is the place the frames lead to; some stacks start with it and some with its caller. */
static struct td_frame_list make_frames(struct capture *capture, uint64_t pc, enum td_pc how, const uint64_t *frames,
					uint32_t count)
{
	struct td_frame_list list = { 0 };

	if (pc && (!count || frames[0] != pc))
		add_frame(capture, &list, pc, how);
	for (uint32_t i = 0; i < count && i < TD_MAX_FRAMES; i++)
		add_frame(capture, &list, frames[i], i || list.count ? TD_PC_RETURN : how);
	return list;
}

/* Where the program itself was: what happens inside a library's headers is placed where they were used. */
static uint32_t own_site(const struct capture *capture, const struct td_frame_list *list)
{
	for (uint32_t i = 0; i < list->count; i++)
		if (td_site_is_own(&capture->sites.items[list->sites[i]]))
			return list->sites[i];
	return list->count ? list->sites[0] : 0;
}

static uint32_t stack_of(struct capture *capture, uint32_t i)
{
	const struct td_channel *channel = capture->channel;
	uint64_t pc = channel->events[i].pc;
	uint32_t number = channel->job.detail ? channel->event_stacks[i] : UINT32_MAX, *slot;
	const struct td_stack *stack = NULL;

	if (number < channel->stack_count && number < TD_MAX_STACKS)
		stack = &channel->stacks[number];
	else
		number = UINT32_MAX;
	slot = td_map_slot(&capture->stack_of, pc * 0x9e3779b97f4a7c15ull + number);
	if (*slot == TD_MAP_NONE) {
		*slot = capture->stacks.count;
		TD_PUSH(&capture->stacks, make_frames(capture, pc, TD_PC_RETURN, stack ? stack->frames : NULL,
						      stack ? stack->count : 0));
	}
	return *slot;
}

/* Names. */

static uint32_t add_root(struct capture *capture, const char *text, uint64_t place)
{
	uint32_t root = td_intern_add(&capture->roots, text);

	if (root == capture->root_places.count)
		TD_PUSH(&capture->root_places, ((struct root){ .place = place }));
	else if (capture->root_places.items[root].place != place)
		capture->root_places.items[root].shared = true;
	return root;
}

/* Takes the name over. */
static uint32_t add_name(struct capture *capture, struct td_name *name)
{
	char *key = td_format("%s\n%s\n%s", name->root, name->path, name->scope ? name->scope : "");
	uint32_t index = td_intern_add(&capture->keys, key), root = add_root(capture, name->root, name->place);

	free(key);
	if (index == capture->names.count) {
		TD_PUSH(&capture->names, ((struct pending){ root, name->scope, name->path, name->scope_always }));
		name->scope = name->path = NULL;
	}
	td_name_clear(name);
	return index;
}

static uint32_t add_text(struct capture *capture, const char *text)
{
	struct td_name name = { .root = td_strdup(text), .path = td_strdup("") };

	return text ? add_name(capture, &name) : 0;
}

static char *final_text(const struct capture *capture, const struct pending *name)
{
	const char *root = capture->roots.strings.items[name->root];

	if (name->scope && (name->scope_always || capture->root_places.items[name->root].shared))
		return td_format("%s%s (%s)", root, name->path, name->scope);
	return td_format("%s%s", root, name->path);
}

/* A name whose root is not that of any variable. */
static uint32_t add_expression(struct capture *capture, const char *text)
{
	struct td_name name = { .root = td_strdup(""), .path = td_strdup(text ? text : "") };

	return add_name(capture, &name);
}

/* Only where the event's place is the hook's: what a library does inside a call has no expression of the program. */
static uint32_t expression_of(struct capture *capture, const struct td_trace_event *event)
{
	uint32_t *slot;

	if (!event->raw.pc || event->site != site_of(capture, event->raw.pc, TD_PC_RETURN))
		return 0;
	slot = td_map_slot(&capture->expression_of, event->raw.pc * TD_KINDS + event->raw.kind);
	if (*slot == TD_MAP_NONE)
		*slot = add_expression(capture, td_site_table_expression(capture->table, capture->symbols, event->raw.pc,
									 event->raw.kind));
	return *slot;
}

static bool acts_on_queue(enum td_kind kind, uint64_t object)
{
	return td_op_acts_on(kind, TD_ON_QUEUE) || (kind == TD_LENGTH && object <= TD_MQ_LAST);
}

static char *queue_name(uint64_t object)
{
	return object < TD_MQ_FIRST ? td_strdup("message queues")
				    : td_format("message queue %llu", (unsigned long long)(object - TD_MQ_FIRST) / 8 + 1);
}

static bool acts_on_hidden(enum td_kind kind, uint64_t object)
{
	return td_op_acts_on(kind, TD_ON_HIDDEN) && object >= TD_HIDDEN_FIRST &&
	       object < TD_HIDDEN_FIRST + (uint64_t)TD_HIDDEN_END * TD_HIDDEN_SIZE;
}

static const char *hidden_name(uint64_t object)
{
	switch ((object - TD_HIDDEN_FIRST) / TD_HIDDEN_SIZE) {
	case TD_HIDDEN_RAND: return "the random numbers of rand";
	case TD_HIDDEN_RAND48: return "the random numbers of drand48";
	case TD_HIDDEN_TOKENS: return "where strtok goes on";
	case TD_HIDDEN_ENVIRONMENT: return "the environment";
	default: return "a file";
	}
}

/* What an operation of this kind acts upon; an empty root if on nothing that has a name. */
static struct td_name object_name(struct capture *capture, enum td_kind kind, uint64_t object, uint64_t size)
{
	struct td_name name = { 0 };

	if (td_op_acts_on(kind, TD_ON_THREAD) && object < capture->trace->thread_count) {
		name.root = td_strdup(capture->labels[object]);
	} else if (td_op_acts_on(kind, TD_ON_THREAD) && td_naming_thread(capture->naming, object, &name)) {
		name.place = 0;
	} else if (td_op_acts_on(kind, TD_ON_DESCRIPTOR)) {
		name.root = object >= TD_SIGNAL_FDS ? td_strdup("signals") : td_format("fd %lld", (long long)object);
	} else if (acts_on_queue(kind, object)) {
		name.root = queue_name(object);
	} else if (acts_on_hidden(kind, object)) {
		name.root = td_strdup(hidden_name(object));
	} else if (kind == TD_SEM_OPEN) {
		name.root = td_strdup("named semaphores");
	} else if (td_op_acts_on(kind, TD_ON_NOTHING) || td_op_acts_on(kind, TD_ON_THREAD) || !object) {
		name.root = td_strdup("");
	} else if (td_op_acts_on(kind, TD_ON_BLOCK)) {
		if (td_naming_data(capture->naming, object, 1, &name)) {
			free(name.path);
			name.path = NULL;
		}
	} else {
		bool sized = td_op_acts_on(kind, TD_ON_MEMORY) || td_op_acts_on(kind, TD_ON_FUTEX);

		td_naming_data(capture->naming, object, sized ? size : 0, &name);
	}
	if (!name.root)
		name = (struct td_name){ .root = td_format("0x%llx", (unsigned long long)object), .place = object };
	if (!name.path)
		name.path = td_strdup("");
	return name;
}

static bool is_lock(enum td_kind kind)
{
	return kind == TD_LOCK || kind == TD_ENTER;
}

/* A condition variable's events know only the low bits of the mutex or monitor, which is one of those the thread has locked. */
static uint32_t mutex_name(struct capture *capture, uint32_t i)
{
	const struct td_event *events = capture->channel->events;
	struct td_name name;

	for (uint32_t at = i; at-- > 0;)
		if (is_lock(events[at].kind) && (uint32_t)events[at].object == events[i].aux) {
			name = object_name(capture, TD_LOCK, events[at].object, 0);
			return add_name(capture, &name);
		}
	return 0;
}

static uint32_t note_text(struct capture *capture, uint64_t address)
{
	uint64_t at;
	struct td_image *image = td_symbols_image(capture->symbols, address, &at);
	char *text = image ? td_image_string(image, at) : NULL;
	uint32_t name = add_text(capture, text);

	free(text);
	return name;
}

static uint32_t value_text(struct capture *capture, const struct td_name *of, uint64_t value, uint64_t size)
{
	struct td_name name = td_value_name(capture->naming, of, value, size);

	return add_name(capture, &name);
}

/* An event has room for 24 bits of the value before.  The access before says all of it, if it was of the same kind; otherwise
 * it is taken to be the number nearest to the value afterwards. */
static uint64_t value_before(struct capture *capture, uint32_t i)
{
	const struct td_event *event = &capture->channel->events[i];
	uint32_t last = *td_map_slot(&capture->last_access, event->object);
	uint64_t low = event->aux & 0xffffff, near = (event->value & ~0xffffffull) | low;

	if (last != TD_MAP_NONE) {
		const struct td_event *earlier = &capture->channel->events[last];

		if (earlier->size == event->size && (earlier->value & 0xffffff) == low)
			return earlier->value;
	}
	if (!low)
		return 0;
	if (near > event->value + 0x800000)
		return near - 0x1000000;
	return near + 0x800000 < event->value ? near + 0x1000000 : near;
}

/* The write that an execution was stopped at, because it races, has not happened yet. */
static bool is_ahead(const struct capture *capture, uint32_t i)
{
	const struct td_event *event = &capture->channel->events[i];

	return capture->channel->ended.end == TD_END_RACE && i + 1 == capture->trace->event_count && event->kind == TD_WRITE &&
	       !(event->flags & TD_F_ATOMIC);
}

static void take_values(struct capture *capture, uint32_t i, const struct td_name *object, struct td_trace_event *out)
{
	const struct td_event *event = &out->raw;

	if (event->kind == TD_COND_WAIT || event->kind == TD_COND_WAKE)
		out->other = mutex_name(capture, i);
	else if (event->kind == TD_NOTE)
		out->other = note_text(capture, event->value);
	if (!td_op_acts_on(event->kind, TD_ON_MEMORY) || event->flags & TD_F_RANGE || event->size > 8 || is_ahead(capture, i))
		return;
	out->value = value_text(capture, object, event->value, event->size);
	if (event->kind == TD_RMW)
		out->before = value_text(capture, object, value_before(capture, i), event->size);
	*td_map_slot(&capture->last_access, event->object) = i;
}

/* The program may have written to the channel, so what must hold for analyses is made to hold. */
static void take_raw_event(struct td_trace *trace, const struct td_channel *channel, uint32_t i)
{
	struct td_event *raw = &trace->events[i].raw;

	*raw = channel->events[i];
	if (raw->thread >= trace->thread_count)
		raw->thread = 0;
	if (raw->kind >= TD_KINDS)
		raw->kind = TD_NONE;
}

static void take_raw_thread(struct td_trace *trace, const struct td_channel *channel, uint32_t i)
{
	struct td_thread_info *raw = &trace->threads[i].raw;

	*raw = channel->threads[i];
	raw->frame_count = raw->frame_count < TD_MAX_FRAMES ? raw->frame_count : TD_MAX_FRAMES;
	raw->name[sizeof raw->name - 1] = '\0';
	if (raw->holder >= trace->thread_count)
		raw->holder = UINT16_MAX;
	if (raw->pending >= TD_KINDS)
		raw->pending = TD_NONE;
	if (raw->state > TD_T_DONE)
		raw->state = TD_T_RUNNABLE;
	if (!raw->size || raw->size > sizeof raw->value || !td_op_acts_on(raw->pending, TD_ON_MEMORY))
		raw->knows_value = 0;
}

static void take_event(struct capture *capture, uint32_t i)
{
	struct td_trace_event *out = &capture->trace->events[i];
	struct td_name object;

	take_raw_event(capture->trace, capture->channel, i);
	td_naming_step(capture->naming, i);
	object = object_name(capture, out->raw.kind, out->raw.object, out->raw.size);
	out->stack = stack_of(capture, i);
	/* A thread begins and ends at the start of its function, which is no address that anything returns to. */
	if (out->raw.pc && out->raw.pc == capture->channel->threads[out->raw.thread].start)
		out->site = site_of(capture, out->raw.pc, TD_PC_EXACT);
	else
		out->site = own_site(capture, &capture->stacks.items[out->stack]);
	if (out->raw.kind == TD_CREATE && out->raw.object < capture->trace->thread_count)
		capture->trace->threads[out->raw.object].create_site = out->site;
	take_values(capture, i, &object, out);
	out->name = add_name(capture, &object);
	out->expression = expression_of(capture, out);
}

/* Which thread will be created is not known before. */
static struct td_name next_object(struct capture *capture, const struct td_thread_info *raw)
{
	if (raw->pending == TD_CREATE)
		return (struct td_name){.root = td_strdup(""), .path = td_strdup("")};
	return object_name(capture, raw->pending, raw->object, raw->size ? raw->size : 1);
}

/* What lies where a thread is the first to write, in a new block or on its stack, is nothing that the program put there. */
static bool has_been_set(struct capture *capture, const struct td_thread_info *raw)
{
	const struct td_trace *trace = capture->trace;

	for (uint32_t i = 0; i < trace->module_count; i++)
		if (raw->object >= trace->modules[i].low && raw->object < trace->modules[i].high)
			return true;
	return raw->pending != TD_WRITE || *td_map_slot(&capture->last_access, raw->object) != TD_MAP_NONE;
}

static void take_thread(struct capture *capture, uint32_t i)
{
	struct td_trace_thread *out = &capture->trace->threads[i];
	const struct td_thread_info *raw = &out->raw;
	struct td_name object;

	take_raw_thread(capture->trace, capture->channel, i);
	out->label = td_strdup(capture->labels[i]);
	if (!out->create_site)
		out->create_site = site_or_none(capture, raw->create_pc);
	if (raw->state == TD_T_DONE)
		return;
	out->stack = make_frames(capture, raw->pc, TD_PC_RETURN, raw->frames, raw->frame_count);
	object = next_object(capture, raw);
	if (raw->knows_value && has_been_set(capture, raw))
		out->value = value_text(capture, &object, raw->value, raw->size);
	out->name = add_name(capture, &object);
	out->site = own_site(capture, &out->stack);
}

/* The events say better than the pc, which may be inside of a library. */
static uint32_t block_site(struct capture *capture, enum td_kind kind, uint64_t pc)
{
	const struct td_trace *trace = capture->trace;

	for (uint32_t i = trace->event_count; pc && i-- > 0;)
		if (trace->events[i].raw.kind == kind && trace->events[i].raw.object == trace->ended.block)
			return trace->events[i].site;
	return pc ? site_or_none(capture, pc) : UINT32_MAX;
}

/* The place is an instruction that the processor or the kernel objected to, and not where a call returns to that has sent a signal. */
static bool is_at_fault(const struct td_ended *ended)
{
	int number = (int)ended->signal;

	return (ended->end == TD_END_ABORT && number) ||
	       (ended->end == TD_END_CRASH && (number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL ||
					       number == SIGTRAP || number == SIGSYS));
}

static void take_end(struct capture *capture)
{
	struct td_trace *trace = capture->trace;
	struct td_ended *ended = &trace->ended;
	enum td_pc how;
	struct td_name object;

	*ended = capture->channel->ended;
	how = is_at_fault(ended) ? TD_PC_EXACT : TD_PC_RETURN;
	ended->message[sizeof ended->message - 1] = '\0';
	if (ended->frame_count > TD_MAX_FRAMES)
		ended->frame_count = TD_MAX_FRAMES;
	if (ended->cycle_count > sizeof ended->cycle / sizeof *ended->cycle)
		ended->cycle_count = sizeof ended->cycle / sizeof *ended->cycle;
	for (uint32_t i = 0; i < ended->cycle_count; i++)
		if (ended->cycle[i] >= trace->thread_count)
			ended->cycle_count = 0;
	if (ended->thread >= trace->thread_count)
		ended->thread = 0;
	if (ended->end >= TD_ENDS)
		ended->end = TD_END_RUNNING;
	if (ended->end == TD_END_RACE && (!ended->race_event || ended->race_event >= trace->event_count))
		ended->end = TD_END_RUNNING;
	trace->stack = make_frames(capture, ended->pc, how, ended->frames, ended->frame_count);
	bool frees = ended->end == TD_END_DOUBLE_FREE || ended->end == TD_END_BAD_FREE;

	object = object_name(capture, frees ? TD_FREE : TD_READ, ended->object, 1);
	trace->name = add_name(capture, &object);
	trace->site = own_site(capture, &trace->stack);
	trace->block_site = block_site(capture, TD_ALLOC, ended->block_pc);
	trace->block_free_site = block_site(capture, TD_FREE, ended->block_free_pc);
}

/* The last place the thread was seen at before it went where there is no source: through a bad function pointer, into a
 * library. */
static uint32_t last_site(const struct capture *capture, uint32_t thread)
{
	const struct td_trace *trace = capture->trace;

	for (uint32_t i = trace->event_count; i-- > 0;)
		if (trace->events[i].raw.thread == thread && td_site_is_own(&capture->sites.items[trace->events[i].site]))
			return trace->events[i].site;
	return trace->site;
}

/* The code that is shown with its surroundings. */
static void take_excerpt(struct capture *capture)
{
	struct td_trace *trace = capture->trace;
	const struct td_site *site;
	bool exact;

	if (!td_site_is_own(&capture->sites.items[trace->site]) &&
	    (trace->ended.end == TD_END_CRASH || trace->ended.end == TD_END_ABORT || trace->ended.end == TD_END_ENDLESS))
		trace->site = last_site(capture, trace->ended.thread);
	site = &capture->sites.items[trace->site];
	exact = trace->ended.end == TD_END_CRASH && is_at_fault(&trace->ended) && site->pc == trace->ended.pc;
	if (site->source)
		trace->excerpt = td_symbols_excerpt(capture->symbols, site, exact ? TD_PC_EXACT : TD_PC_RETURN,
						    &trace->excerpt_line);
}

static void take_schedule(struct td_trace *trace, const struct td_channel *channel)
{
	trace->job = channel->job;
	if (trace->job.policy_count > TD_MAX_POLICIES)
		trace->job.policy_count = 0;
	trace->module_count = channel->module_count < TD_MAX_MODULES ? channel->module_count : TD_MAX_MODULES;
	trace->segment_count = channel->ended.segment_count < TD_MAX_SEGMENTS ? channel->ended.segment_count : TD_MAX_SEGMENTS;
	trace->choice_count = channel->ended.choice_count < TD_MAX_CHOICES ? channel->ended.choice_count : TD_MAX_CHOICES;
	trace->event_count = channel->ended.event_count < TD_MAX_EVENTS ? channel->ended.event_count : TD_MAX_EVENTS;
	trace->thread_count = channel->ended.thread_count < TD_MAX_THREADS ? channel->ended.thread_count : TD_MAX_THREADS;
	trace->thread_count += !trace->thread_count; /* a program that died before main has the thread it died in */
	trace->modules = td_alloc(trace->module_count * sizeof *trace->modules);
	memcpy(trace->modules, channel->modules, trace->module_count * sizeof *trace->modules);
	for (uint32_t i = 0; i < trace->module_count; i++)
		trace->modules[i].path[sizeof trace->modules[i].path - 1] = '\0';
	trace->segments = td_alloc(trace->segment_count * sizeof *trace->segments);
	memcpy(trace->segments, channel->segments, trace->segment_count * sizeof *trace->segments);
	trace->choices = td_alloc(trace->choice_count * sizeof *trace->choices);
	memcpy(trace->choices, channel->choices, trace->choice_count * sizeof *trace->choices);
	trace->threads = td_alloc(trace->thread_count * sizeof *trace->threads);
	trace->events = td_alloc(trace->event_count * sizeof *trace->events);
}

static char **copy_strings(char *const *strings)
{
	size_t count = 0;
	char **copy;

	while (strings && strings[count])
		count++;
	copy = td_alloc((count + 1) * sizeof *copy);
	for (size_t i = 0; i < count; i++)
		copy[i] = td_strdup(strings[i]);
	return copy;
}

static void take_command(struct td_trace *trace, const struct td_command *command)
{
	trace->command = (struct td_command){
		.program = td_strdup(command->program ? command->program : ""),
		.directory = td_strdup(command->directory ? command->directory : ""),
		.argv = copy_strings(command->argv),
		.environment = copy_strings(command->environment),
		.locks = copy_strings(command->locks),
		.program_hash = command->program_hash,
	};
	if (command->input) {
		trace->command.input = td_alloc(command->input_size);
		trace->command.input_size = command->input_size;
		memcpy(trace->command.input, command->input, command->input_size);
	}
}

static void begin(struct capture *capture, struct td_trace *trace, const struct td_channel *channel)
{
	struct td_site nowhere = { .function = td_strdup("?") };

	capture->channel = channel;
	capture->trace = trace;
	capture->symbols = td_symbols_open(trace->modules, trace->module_count);
	capture->labels = td_labels_make(capture->symbols, channel, trace->thread_count);
	capture->naming = td_naming_open(capture->symbols, channel, capture->labels);
	capture->table = td_site_table_open(trace->modules, trace->module_count);
	TD_PUSH(&capture->sites, nowhere);
	TD_PUSH(&capture->spans, 1);
	TD_PUSH(&capture->stacks, (struct td_frame_list){ 0 });
	add_text(capture, "");
}

/* Hands what was collected to the trace and lets go of the rest. */
static void finish(struct capture *capture)
{
	struct td_trace *trace = capture->trace;

	trace->sites = capture->sites.items;
	trace->site_count = capture->sites.count;
	trace->stacks = capture->stacks.items;
	trace->stack_count = capture->stacks.count;
	trace->name_count = capture->names.count;
	trace->names = td_alloc(trace->name_count * sizeof *trace->names);
	for (uint32_t i = 0; i < trace->name_count; i++) {
		trace->names[i] = final_text(capture, &capture->names.items[i]);
		free(capture->names.items[i].scope);
		free(capture->names.items[i].path);
	}
	td_naming_close(capture->naming);
	td_site_table_close(capture->table);
	td_symbols_close(capture->symbols);
	td_labels_free(capture->labels, trace->thread_count);
	td_map_clear(&capture->site_of);
	td_map_clear(&capture->stack_of);
	td_map_clear(&capture->last_access);
	td_map_clear(&capture->expression_of);
	td_intern_clear(&capture->keys);
	td_intern_clear(&capture->roots);
	free(capture->spans.items);
	free(capture->names.items);
	free(capture->root_places.items);
}

struct td_trace *td_trace_capture(const struct td_channel *channel, const struct td_command *command, const char *output,
				  uint64_t output_size)
{
	struct td_trace *trace = td_alloc(sizeof *trace);
	struct capture capture = { 0 };

	take_command(trace, command);
	take_schedule(trace, channel);
	trace->output = td_alloc(output_size + 1);
	trace->output_size = output_size;
	if (output_size)
		memcpy(trace->output, output, output_size);
	begin(&capture, trace, channel);
	for (uint32_t i = 0; i < trace->event_count; i++)
		take_event(&capture, i);
	for (uint32_t i = 0; i < trace->thread_count; i++)
		take_thread(&capture, i);
	take_end(&capture);
	take_excerpt(&capture);
	finish(&capture);
	return trace;
}

/* The runtime describes threads only where something went wrong. */
static void take_threads_of_events(struct td_trace *trace, const struct td_channel *channel)
{
	uint32_t count = 1;

	for (uint32_t i = 0; i < trace->event_count; i++)
		if (channel->events[i].thread >= count && channel->events[i].thread < TD_MAX_THREADS)
			count = channel->events[i].thread + 1u;
	free(trace->threads);
	trace->thread_count = count;
	trace->threads = td_alloc(count * sizeof *trace->threads);
	for (uint32_t i = 0; i < count; i++)
		trace->threads[i].raw.state = TD_T_DONE;
}

/* In a systematic search the others go on behind a finding: what they do could as well have come before it. */
static void take_events_behind_end(struct td_trace *trace, const struct td_channel *channel)
{
	uint64_t count = channel->done.executions == 1 ? channel->done.events : 0;

	if (!channel->job.systematic || count <= trace->event_count || count > TD_MAX_EVENTS)
		return;
	trace->event_count = (uint32_t)count;
	free(trace->events);
	trace->events = td_alloc(trace->event_count * sizeof *trace->events);
}

struct td_trace *td_trace_plain(const struct td_channel *channel)
{
	struct td_trace *trace = td_alloc(sizeof *trace);
	bool knows_threads = td_end_is_finding(channel->ended.end);

	take_schedule(trace, channel);
	trace->ended = channel->ended;
	take_events_behind_end(trace, channel);
	if (!knows_threads)
		take_threads_of_events(trace, channel);
	for (uint32_t i = 0; i < trace->event_count; i++)
		take_raw_event(trace, channel, i);
	for (uint32_t i = 0; knows_threads && i < trace->thread_count; i++)
		take_raw_thread(trace, channel, i);
	return trace;
}
