#include "trace.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wire/ops.h"

const char *td_kind_name(enum td_kind kind)
{
	return (unsigned)kind < TD_KINDS ? td_ops[kind].word : "unknown";
}

const char *td_end_name(enum td_end end)
{
	static const char *const names[TD_ENDS] = {
		[TD_END_RUNNING] = "still running", [TD_END_PASSED] = "passed", [TD_END_ASSERT] = "assertion failed",
		[TD_END_ABORT] = "aborted", [TD_END_CRASH] = "crash", [TD_END_EXIT_CODE] = "wrong exit status",
		[TD_END_DEADLOCK] = "deadlock", [TD_END_CYCLE] = "deadlock of some threads",
		[TD_END_SELF_DEADLOCK] = "self-deadlock", [TD_END_NOT_OWNER] = "unlock of a lock that is not held",
		[TD_END_BAD_PRIMITIVE] = "misuse of a primitive", [TD_END_USE_AFTER_FREE] = "use after free",
		[TD_END_DOUBLE_FREE] = "double free", [TD_END_BAD_FREE] = "bad free",
		[TD_END_HEAP_OVERFLOW] = "heap overflow", [TD_END_USE_AFTER_RETURN] = "use after return", [TD_END_LEAKED_THREAD] = "leaked thread",
		[TD_END_ENDLESS] = "endless execution", [TD_END_HANG] = "hang", [TD_END_RACE] = "data race", [TD_END_ASSUME] = "assumption not met",
		[TD_END_CUT] = "cut off", [TD_END_DIVERGED] = "diverged", [TD_END_UNSUPPORTED] = "not supported",
		[TD_END_STOPPED] = "stopped",
	};

	return (unsigned)end < TD_ENDS && names[end] ? names[end] : "unknown";
}

const char *td_end_word(enum td_end end)
{
	static const char *const words[TD_ENDS] = {
		[TD_END_RUNNING] = "running", [TD_END_PASSED] = "passed", [TD_END_ASSERT] = "assert",
		[TD_END_ABORT] = "abort", [TD_END_CRASH] = "crash", [TD_END_EXIT_CODE] = "exit-code",
		[TD_END_DEADLOCK] = "deadlock", [TD_END_CYCLE] = "cycle", [TD_END_SELF_DEADLOCK] = "self-deadlock",
		[TD_END_NOT_OWNER] = "not-owner", [TD_END_BAD_PRIMITIVE] = "bad-primitive",
		[TD_END_USE_AFTER_FREE] = "use-after-free", [TD_END_DOUBLE_FREE] = "double-free",
		[TD_END_BAD_FREE] = "bad-free", [TD_END_HEAP_OVERFLOW] = "heap-overflow",
		[TD_END_USE_AFTER_RETURN] = "use-after-return",
		[TD_END_LEAKED_THREAD] = "leaked-thread", [TD_END_ENDLESS] = "endless", [TD_END_HANG] = "hang",
		[TD_END_RACE] = "race",
		[TD_END_ASSUME] = "assume", [TD_END_CUT] = "cut", [TD_END_DIVERGED] = "diverged",
		[TD_END_UNSUPPORTED] = "unsupported", [TD_END_STOPPED] = "stopped",
	};

	return (unsigned)end < TD_ENDS && words[end] ? words[end] : "unknown";
}

bool td_site_is_own(const struct td_site *site)
{
	static const char *const foreign[] = { "/usr/include/", "/usr/lib/", "/usr/local/include/c++/" };

	for (size_t i = 0; site->file && i < sizeof foreign / sizeof *foreign; i++)
		if (!strncmp(site->file, foreign[i], strlen(foreign[i])))
			return false;
	/* treadle_assert() is a function of its header: the caller is meant. */
	const char *name = site->file ? strstr(site->file, "treadle/treadle.h") : NULL;

	return site->file && !(name && !name[sizeof "treadle/treadle.h" - 1]);
}

static void free_strings(char **strings)
{
	for (size_t i = 0; strings && strings[i]; i++)
		free(strings[i]);
	free(strings);
}

void td_sites_clear(struct td_site *sites, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		free(sites[i].function);
		free(sites[i].file);
		free(sites[i].directory);
		free(sites[i].source);
	}
}

void td_trace_free(struct td_trace *trace)
{
	if (!trace)
		return;
	free(trace->command.program);
	free(trace->command.directory);
	free_strings(trace->command.argv);
	free_strings(trace->command.environment);
	free_strings(trace->command.locks);
	free(trace->command.input);
	td_sites_clear(trace->sites, trace->site_count);
	free(trace->sites);
	for (uint32_t i = 0; trace->names && i < trace->name_count; i++)
		free(trace->names[i]);
	free(trace->names);
	for (uint32_t i = 0; i < trace->thread_count; i++)
		free(trace->threads[i].label);
	free(trace->threads);
	free(trace->excerpt);
	free(trace->stacks);
	free(trace->events);
	free(trace->segments);
	free(trace->choices);
	free(trace->modules);
	free(trace->output);
	free(trace->kept);
	free(trace->cause);
	for (uint32_t i = 0; i < trace->told_count; i++) {
		free(trace->told[i].thread);
		free(trace->told[i].function);
		free(trace->told[i].file);
		free(trace->told[i].source);
	}
	free(trace->told);
	free(trace->drawn);
	free(trace->drawn_choices);
	free(trace->unconfirmed);
	free(trace);
}

static size_t length_without_suffix(const char *file)
{
	size_t length = strlen(file);

	return length > 4 && !strcmp(file + length - 4, ".trd") ? length - 4 : length;
}

char *td_trace_free_name(const char *program, const char *file)
{
	const char *slash = strrchr(program, '/'), *stem = file ? file : slash ? slash + 1 : program;
	int length = (int)(file ? length_without_suffix(file) : strlen(stem));
	char *path = file ? td_strdup(file) : td_format("%s.trd", stem);

	for (unsigned number = 2; access(path, F_OK) == 0; number++) {
		free(path);
		path = td_format("%.*s.%u.trd", length, stem, number);
	}
	return path;
}

int td_module_of(const struct td_trace *trace, uint64_t address)
{
	for (uint32_t i = 0; i < trace->module_count; i++)
		if (address >= trace->modules[i].low && address < trace->modules[i].high)
			return (int)i;
	return -1;
}

/* An address as something that stays the same when things are loaded elsewhere: what it belongs to, and where in it. */
struct place {
	uint64_t owner, offset;
};

static struct place place_of(const struct td_trace *trace, uint64_t address)
{
	int module = td_module_of(trace, address);

	if (module >= 0)
		return (struct place){ 1 + (uint64_t)module, address - trace->modules[module].base };
	for (uint32_t i = 0; i < trace->thread_count; i++) {
		const struct td_thread_info *thread = &trace->threads[i].raw;

		if (address >= thread->stack_low && address < thread->stack_high)
			return (struct place){ 1 + TD_MAX_MODULES + 2 * i, thread->stack_high - address };
		if (address >= thread->tls_low && address < thread->tls_high)
			return (struct place){ 2 + TD_MAX_MODULES + 2 * i, thread->tls_high - address };
	}
	return (struct place){ 0, address };
}

static int same_place(const struct td_trace *first, uint64_t a, const struct td_trace *again, uint64_t b)
{
	struct place x = place_of(first, a), y = place_of(again, b);

	return x.owner == y.owner && x.offset == y.offset;
}

int64_t td_trace_difference(const struct td_trace *first, const struct td_trace *again)
{
	uint32_t least = first->event_count < again->event_count ? first->event_count : again->event_count;

	for (uint32_t i = 0; i < least; i++) {
		const struct td_event *a = &first->events[i].raw, *b = &again->events[i].raw;

		if (a->thread != b->thread || a->op != b->op || a->kind != b->kind ||
		    !same_place(first, a->pc, again, b->pc) || !same_place(first, a->object, again, b->object))
			return i;
	}
	return first->event_count == again->event_count ? -1 : (int64_t)least;
}

bool td_event_is_told(const struct td_trace *trace, const struct td_trace_event *event, const struct td_told_event *told)
{
	const struct td_site *site = &trace->sites[event->site];

	return event->raw.kind == told->kind && site->line == told->line && !strcmp(site->function, told->function) &&
	       !strcmp(trace->threads[event->raw.thread].label, told->thread);
}
