#include "words.h"

#include "wire/ops.h"

#include <stdbool.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *td_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

const char *td_words_program(const struct td_trace *trace)
{
	const char *first = trace->command.argv ? trace->command.argv[0] : NULL;

	return td_base_name(first ? first : trace->command.program);
}

char *td_words_place(const struct td_site *site)
{
	if (site->file)
		return td_format("%s:%d", td_base_name(site->file), site->line);
	return td_strdup(site->function[0] == '?' ? "" : site->function);
}

char *td_words_site(const struct td_site *site)
{
	if (site->file)
		return td_format("%s (%s:%d)", site->function, td_base_name(site->file), site->line);
	return td_strdup(site->function);
}

static const char *order_words(const struct td_event *event)
{
	static const char *const orders[] = { " (relaxed)", " (consume)", " (acquire)", " (release)", " (acq_rel)" };
	uint32_t order = event->aux >> 24;

	return (event->flags & TD_F_ATOMIC || event->kind == TD_FENCE) && order < sizeof orders / sizeof *orders
		       ? orders[order]
		       : "";
}

static char *access_words(const struct td_trace *trace, const struct td_trace_event *event, const char *name)
{
	const char *value = trace->names[event->value], *order = order_words(&event->raw);
	bool atomic = event->raw.flags & TD_F_ATOMIC;
	const char *verb = event->raw.kind == TD_READ ? atomic ? "load" : "read" : atomic ? "store" : "write";

	if (event->raw.kind == TD_RMW) {
		if (event->raw.flags & TD_F_FAILED)
			return td_format("compare %s = %s: not swapped%s", name, value, order);
		return td_format("update %s: %s → %s%s", name, trace->names[event->before], value, order);
	}
	if (!*value)
		return td_format("%s %s (%u %s)", verb, name, event->raw.size,
				 td_counted(event->raw.size, "byte", "bytes"));
	return td_format("%s %s = %s%s", verb, name, value, order);
}

static char *lock_words(const struct td_trace_event *event, const char *name)
{
	static const char *const plain[] = { [TD_LOCK] = "lock", [TD_RDLOCK] = "read-lock", [TD_WRLOCK] = "write-lock",
					     [TD_FILE_LOCK] = "take", [TD_FILE_RDLOCK] = "take shared" };
	static const char *const try[] = {[TD_LOCK] = "try lock",
					  [TD_RDLOCK] = "try read-lock",
					  [TD_WRLOCK] = "try write-lock",
					  [TD_FILE_LOCK] = "try to take",
					  [TD_FILE_RDLOCK] = "try to take shared"};
	const char *verb = event->raw.flags & TD_F_TRY ? try[event->raw.kind] : plain[event->raw.kind];

	if (event->raw.flags & TD_F_TIMEOUT)
		return td_format("%s %s: timed out", verb, name);
	if (event->raw.flags & TD_F_FAILED)
		return td_format("%s %s: busy", verb, name);
	if (event->raw.flags & TD_F_TRY)
		return td_format("%s %s: got it", verb, name);
	if (event->raw.kind == TD_LOCK && event->raw.value > 1 && event->raw.value < 1000)
		return td_format("%s %s (%llu deep)", verb, name, (unsigned long long)event->raw.value);
	return td_format("%s %s", verb, name);
}

static const char *unsignalled_words(const struct td_event *wake)
{
	if (wake->flags & TD_F_TIMEOUT)
		return ": timed out";
	return !(wake->flags & TD_F_SPURIOUS) ? "" : wake->value == TD_CANCELED ? ": cancelled" : ": spurious";
}

static char *condition_words(const struct td_trace *trace, const struct td_trace_event *event, const char *name)
{
	const char *mutex = trace->names[event->other];
	uint64_t woken = event->raw.value;

	switch (event->raw.kind) {
	case TD_COND_WAIT:
		return *mutex ? td_format("wait %s (releases %s)", name, mutex) : td_format("wait %s", name);
	case TD_COND_WAKE:
		return td_format("wake from %s%s%s%s", name, unsignalled_words(&event->raw), *mutex ? ", locks " : "",
				 mutex);
	case TD_SIGNAL:
		if (woken && woken - 1 < trace->thread_count)
			return td_format("signal %s → wakes %s", name, trace->threads[woken - 1].label);
		return td_format("signal %s: nobody waits", name);
	default:
		return td_format("broadcast %s", name);
	}
}

static char *semaphore_words(const struct td_trace_event *event, const char *name)
{
	unsigned long long count = event->raw.value;

	if (event->raw.kind == TD_SEM_POST)
		return td_format("post %s → %llu", name, count);
	if (event->raw.kind == TD_SEM_GET)
		return td_format("look at %s = %llu", name, count);
	if (event->raw.flags & (TD_F_TIMEOUT | TD_F_FAILED))
		return td_format("take %s: %s", name, event->raw.flags & TD_F_TIMEOUT ? "timed out" : "none left");
	return td_format("take %s → %llu", name, count);
}

static char *port_words(const struct td_trace *trace, const struct td_trace_event *event)
{
	const char *name = trace->names[event->name];
	unsigned long long value = event->raw.value;

	if (event->raw.kind == TD_LENGTH)
		return td_format("length of %s = %llu", name, value);
	return td_format("%s %s%s0x%llx", event->raw.kind == TD_SEND ? "send to" : "receive from", name,
			 event->raw.kind == TD_SEND ? " ← " : " → ", value);
}

static char *queue_words(const struct td_trace *trace, const struct td_trace_event *event)
{
	const char *name = trace->names[event->name],
		   *verb = event->raw.kind == TD_MQ_SEND ? "send to" : "receive from";

	if (event->raw.flags & TD_F_TIMEOUT)
		return td_format("%s %s: timed out", verb, name);
	if (event->raw.flags & TD_F_FAILED)
		return td_format("%s %s: %s", verb, name, event->raw.kind == TD_MQ_SEND ? "full" : "empty");
	return td_format("%s %s → %llu in it", verb, name, (unsigned long long)event->raw.value);
}

/* A sentence about what did not happen yet: "preempted before its end". */
char *td_words_next(enum td_kind kind, const char *name)
{
	const struct td_op *op = &td_ops[kind];

	if (op->future)
		return td_strdup(op->future);
	return *name ? td_format("%s %s", op->phrase, name) : td_strdup(op->phrase);
}

/* With what the call returned, where that says something. */
static char *descriptor_words(const struct td_trace *trace, const struct td_trace_event *event)
{
	const char *name = trace->names[event->name], *verb = td_ops[event->raw.kind].phrase;
	long long result = (int64_t)event->raw.value;
	enum td_kind kind = event->raw.kind;

	if (event->raw.flags & TD_F_TIMEOUT)
		return td_format("%s %s: timed out", verb, name);
	if (result < 0)
		return td_format("%s %s: fails", verb, name);
	if (kind == TD_FD_POLL)
		return td_format("%s %s → %lld ready", verb, name, result);
	if (kind == TD_FD_ACCEPT)
		return td_format("%s %s → fd %lld", verb, name, result);
	if (kind == TD_FD_READ && !result)
		return td_format("%s %s → end", verb, name);
	if ((kind == TD_FD_READ || kind == TD_FD_WRITE) && result)
		return td_format("%s %s %s %lld byte%s", verb, name, kind == TD_FD_READ ? "→" : "←", result,
				 result == 1 ? "" : "s");
	return td_format("%s %s", verb, name);
}

/* "heap#1+8" says little of what lies there: a block whose type is not known, or a place between members. */
static bool is_vague(const char *name)
{
	const char *plus = strrchr(name, '+');
	bool has_offset = plus && plus[1] && plus[1 + strspn(plus + 1, "0123456789abcdefx")] == 0;

	return !strncmp(name, "heap#", 5) || !strncmp(name, "0x", 2) || !strncmp(name, "stack-0x", 8) || has_offset;
}

static char *event_words(const struct td_trace *trace, const struct td_trace_event *event, const char *name)
{
	switch (event->raw.kind) {
	case TD_READ:
	case TD_WRITE:
	case TD_RMW:
		return access_words(trace, event, name);
	case TD_LOCK:
	case TD_RDLOCK:
	case TD_WRLOCK:
	case TD_FILE_LOCK:
	case TD_FILE_RDLOCK:
		return lock_words(event, name);
	case TD_COND_WAIT:
	case TD_COND_WAKE:
	case TD_SIGNAL:
	case TD_BROADCAST:
		return condition_words(trace, event, name);
	case TD_SEM_POST:
	case TD_SEM_WAIT:
	case TD_SEM_GET:
		return semaphore_words(event, name);
	case TD_SEND:
	case TD_RECEIVE:
	case TD_LENGTH:
		return port_words(trace, event);
	case TD_MQ_SEND:
	case TD_MQ_RECEIVE:
		return queue_words(trace, event);
	case TD_FD_READ:
	case TD_FD_WRITE:
	case TD_FD_POLL:
	case TD_FD_BIND:
	case TD_FD_LISTEN:
	case TD_FD_CONNECT:
	case TD_FD_ACCEPT:
	case TD_FD_CLOSE:
		return descriptor_words(trace, event);
	case TD_ALLOC:
		return td_format("allocate %s (%u %s)", name, event->raw.size,
				 td_counted(event->raw.size, "byte", "bytes"));
	case TD_FENCE:
		return td_format("fence%s", order_words(&event->raw));
	case TD_CHOOSE:
		return td_format("choose → %lld", (long long)event->raw.value);
	case TD_NOTE:
		return td_format("note: %s", trace->names[event->other]);
	case TD_BEGIN:
	case TD_EXIT:
	case TD_ATOMIC_BEGIN:
	case TD_ATOMIC_END:
		return td_strdup(td_ops[event->raw.kind].phrase);
	case TD_FAIL:
		return td_format("%s%s%s", td_end_name(trace->ended.end), *trace->ended.message ? ": " : "",
				 trace->ended.message);
	default:
		return td_words_next(event->raw.kind, name);
	}
}

/* An object is called what it is, and if that is vague what the source calls it there, too. */
char *td_words_event(const struct td_trace *trace, const struct td_trace_event *event)
{
	const char *name = trace->names[event->name], *expression = trace->names[event->expression];
	bool has_both = *expression && is_vague(name);
	char *both = has_both ? td_format("%s (%s)", name, expression) : NULL;
	char *text = event_words(trace, event, has_both ? both : name);

	free(both);
	return text;
}

/* The formats of the table have a %s for the object, or none, and one more for its holder. */
char *td_words_wait(enum td_kind kind, const char *name, const char *holder)
{
	const struct td_op *op = &td_ops[kind];

	if (holder && op->waits_held)
		return td_format(op->waits_held, name, holder);
	return op->waits ? td_format(op->waits, name) : td_words_next(kind, name);
}

char *td_words_blocked(const struct td_trace *trace, uint32_t thread)
{
	const struct td_trace_thread *info = &trace->threads[thread];
	const char *name = trace->names[info->name];
	const char *holder = info->raw.holder == UINT16_MAX ? NULL : trace->threads[info->raw.holder].label;
	bool has_ended = holder && trace->threads[info->raw.holder].raw.state == TD_T_DONE;

	switch (info->raw.pending) {
	case TD_LOCK:
	case TD_RDLOCK:
	case TD_WRLOCK:
		if (info->raw.holder == thread)
			return td_format("waits for lock %s, which it holds itself", name);
		return holder ? td_format("waits for lock %s held by %s%s", name, holder,
					  has_ended ? ", which has ended" : "")
			      : td_format("waits for lock %s", name);
	case TD_COND_WAKE:
		if (!holder)
			return td_format("waits for a signal on %s", name);
		return td_format("was woken from %s but its lock is held by %s", name, holder);
	case TD_SEM_WAIT:
		return td_format("waits for semaphore %s", name);
	case TD_JOIN:
		return td_format("waits for %s to end", name);
	default:
		return td_words_wait(info->raw.pending, name, holder);
	}
}

char *td_words_without_numbers(const char *name)
{
	char *result = td_alloc(strlen(name) + 1), *to = result;

	while (*name) {
		char last = *name++;

		if (last != '+')
			*to++ = last;
		while ((last == '#' || last == '+') && isdigit((unsigned char)*name))
			name++;
		while (last == '[' && *name && *name != ']')
			name++;
	}
	return result;
}
