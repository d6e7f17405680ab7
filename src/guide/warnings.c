#include "warnings.h"

#include "scan.h"
#include "wire/event.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 256 << 20 };

/* What a file of this kind has in it, and what reads it. */
struct text_format {
	const char *name, *sign;
	char *(*read)(struct td_warnings *list, const char *text);
};

static const struct text_format text_formats[] = {
	{"a violation witness (GraphML)", "<graphml", td_warnings_of_graphml},
	{"a violation witness (YAML)", "entry_type:", td_warnings_of_yaml},
	{"ThreadSanitizer", "ThreadSanitizer: ", td_warnings_of_tsan},
	{"Helgrind or DRD", "(^|\n)==[0-9]+== ", td_warnings_of_valgrind},
	{"Goblint", "(^|\n)\\[(Error|Warning|Info|Debug|Success)\\]\\[", td_warnings_of_goblint},
	{"warnings of a compiler",
	 "(^|\n)[^ :\n][^:\n]*:[0-9]+:([0-9]+:)? *(fatal error|error|warning|style|performance|"
	 "portability|information|note)[:a-z]*: ",
	 td_warnings_of_compiler},
};

static const char known_formats[] =
	"SARIF, ThreadSanitizer, Helgrind, DRD, Goblint, report.json of Infer, FILE:LINE: warning: MESSAGE, reports of "
	"treadle in JSON or SARIF, and violation witnesses in GraphML or YAML";

const char *td_warning_verdict_words(enum td_warning_verdict verdict)
{
	static const char *const words[] = {"not found", "confirmed", "impossible in this test", "not tried"};

	return words[verdict];
}

const char *td_warning_kind_words(enum td_warning_kind kind)
{
	static const char *const words[] = {"race", "lock cycle", "failure", "witness"};

	return words[kind];
}

/* A race between processes for a file is none of threads for memory. */
enum td_warning_kind td_warning_kind_of(const char *rule, const char *message)
{
	static const char race[] = "data.?race|race.?condition|thread.?safety.?violation|unprotected (read|write)|"
				   "(^|[^a-z])rac(e|es|y)([^a-z]|$)|requires holding";
	static const char cycle[] = "dead.?lock|lock.?order|lock.?inversion";
	static const char files[] = "toctou|time.of.check|file.?system";
	char *all = td_format("%s %s", rule ? rule : "", message ? message : "");
	enum td_warning_kind kind = td_scan_has(cycle, all)                              ? TD_WARNING_CYCLE
				    : td_scan_has(race, all) && !td_scan_has(files, all) ? TD_WARNING_RACE
											 : TD_WARNING_FAILURE;

	free(all);
	return kind;
}

enum {
	MEMORY = 1u << TD_END_CRASH | 1u << TD_END_USE_AFTER_FREE | 1u << TD_END_DOUBLE_FREE | 1u << TD_END_BAD_FREE |
		 1u << TD_END_HEAP_OVERFLOW | 1u << TD_END_USE_AFTER_RETURN,
	FREED = 1u << TD_END_USE_AFTER_FREE | 1u << TD_END_DOUBLE_FREE | 1u << TD_END_BAD_FREE,
	ASSERTED = 1u << TD_END_ASSERT | 1u << TD_END_ABORT
};

struct failure {
	const char *pattern;
	uint32_t ends; /* how an execution ends in which it happens */
	bool is_always_noticed;
};

/* What words of a failure stand for. */
static const struct failure failures[] = {
	{"null.?(pointer.?)?deref|deref[a-z]* of (a )?(possibly.)?null", 1u << TD_END_CRASH, true},
	{"use.?after.?free|after it is freed|deallocuse|double.?free|free released", FREED, true},
	{"assertion", ASSERTED, true},
};

/* What a verifier's specification forbids. */
static const struct failure violations[] = {
	{"call *\\( *[a-z_]*error|unreach", ASSERTED | 1u << TD_END_EXIT_CODE | 1u << TD_END_CRASH, true},
	{"data-race", 1u << TD_END_RACE, true},
	{"valid-|memsafety", MEMORY, false},
	{"^$", ~(1u << TD_END_RACE), false},
};

static const struct failure *find_failure(const struct failure *list, size_t count, const char *text)
{
	for (size_t i = 0; i < count; i++)
		if (td_scan_has(list[i].pattern, text))
			return &list[i];
	return NULL;
}

/* A deadlock is no failure at a line; and whatever else fails there can be what a warning of another kind is about. */
static uint32_t any_failure(void)
{
	return ~(1u << TD_END_RACE | 1u << TD_END_DEADLOCK | 1u << TD_END_CYCLE | 1u << TD_END_SELF_DEADLOCK);
}

static void take_failure(struct td_warning *self)
{
	char *all = td_format("%s %s", self->rule, self->message);
	const struct failure *failure =
		self->kind == TD_WARNING_WITNESS
			? find_failure(violations, sizeof violations / sizeof *violations, self->message)
			: find_failure(failures, sizeof failures / sizeof *failures, all);

	self->is_decidable = failure && failure->is_always_noticed;
	self->ends = failure ? failure->ends : self->kind == TD_WARNING_WITNESS ? 0 : any_failure();
	free(all);
}

struct td_warning *td_warnings_add(struct td_warnings *list, enum td_warning_kind kind, const char *tool,
				   const char *rule, const char *message)
{
	struct td_warning self = {.kind = kind,
				  .tool = td_strdup(tool ? tool : ""),
				  .rule = td_strdup(rule ? rule : ""),
				  .message = td_strdup(message ? message : "")};

	if (kind == TD_WARNING_RACE || kind == TD_WARNING_CYCLE)
		self.is_decidable = true;
	else
		take_failure(&self);
	TD_PUSH(list, self);
	return &list->items[list->count - 1];
}

struct td_warned_place *td_warning_add_place(struct td_warning *self)
{
	TD_PUSH(self, (struct td_warned_place){.thread = -1});
	return &self->items[self->count - 1];
}

void td_warned_place_add(struct td_warned_place *self, const char *file, int line)
{
	if (file && *file && line > 0)
		TD_PUSH(self, ((struct td_warned_frame){td_strdup(file), line}));
}

void td_warning_add_line(struct td_warning *self, const char *file, int line)
{
	if (!file || !*file || line <= 0)
		return;
	for (size_t i = 0; i < self->count; i++)
		if (self->items[i].items[0].line == line && !strcmp(self->items[i].items[0].file, file))
			return;
	td_warned_place_add(td_warning_add_place(self), file, line);
}

static void clear_place(struct td_warned_place *self)
{
	for (size_t i = 0; i < self->count; i++)
		free(self->items[i].file);
	free(self->items);
	free(self->file);
}

static void clear(struct td_warning *self)
{
	for (size_t i = 0; i < self->count; i++)
		clear_place(&self->items[i]);
	free(self->items);
	free(self->tool);
	free(self->rule);
	free(self->message);
	free(self->shown);
	free(self->trace);
}

static void drop_empty_places(struct td_warning *self)
{
	size_t kept = 0;

	for (size_t i = 0; i < self->count; i++)
		if (self->items[i].count)
			self->items[kept++] = self->items[i];
		else
			clear_place(&self->items[i]);
	self->count = kept;
}

void td_warnings_drop_empty(struct td_warnings *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		drop_empty_places(&list->items[i]);
		if (list->items[i].count)
			list->items[kept++] = list->items[i];
		else
			clear(&list->items[i]);
	}
	list->count = kept;
}

void td_warnings_clear(struct td_warnings *list)
{
	for (size_t i = 0; i < list->count; i++)
		clear(&list->items[i]);
	free(list->items);
	json_decref(list->sarif);
	*list = (struct td_warnings){0};
}

static char *read_all(const char *file)
{
	FILE *in = fopen(file, "re");
	size_t size = 0, room = 1 << 16, got;
	char *text = td_alloc(room);

	if (!in)
		die("%s: %s", file, strerror(errno));
	while ((got = fread(text + size, 1, room - size - 1, in)) > 0) {
		size += got;
		if (size > MOST_BYTES)
			die("%s is larger than the %d MiB that are read", file, MOST_BYTES >> 20);
		if (size + 1 == room)
			text = td_grow(text, room *= 2);
	}
	if (ferror(in))
		die("%s: %s", file, strerror(errno));
	fclose(in);
	text[size] = '\0';
	if (strlen(text) != size)
		die("%s is no text; warnings are read from %s", file, known_formats);
	return text;
}

static bool is_infer(const json_t *root)
{
	return json_is_array(root) && (!json_array_size(root) || json_object_get(json_array_get(root, 0), "bug_type"));
}

static char *read_json(struct td_warnings *list, json_t *root)
{
	if (json_is_array(json_object_get(root, "runs"))) {
		list->format = "SARIF";
		list->sarif = json_incref(root);
		return td_warnings_of_sarif(list, root);
	}
	if (json_is_array(json_object_get(root, "predicted"))) {
		list->format = "a report of treadle";
		return td_warnings_of_own(list, root);
	}
	if (json_is_array(json_object_get(root, "messages"))) {
		list->format = "Goblint";
		return td_warnings_of_goblint_json(list, root);
	}
	if (is_infer(root)) {
		list->format = "Infer";
		return td_warnings_of_infer(list, root);
	}
	return td_format("JSON of a kind that is not known; warnings are read from %s", known_formats);
}

static char *read_text(struct td_warnings *list, const char *text)
{
	for (size_t i = 0; i < sizeof text_formats / sizeof *text_formats; i++) {
		if (!td_scan_has(text_formats[i].sign, text))
			continue;
		list->format = text_formats[i].name;
		return text_formats[i].read(list, text);
	}
	return td_format("nothing in it is known; warnings are read from %s", known_formats);
}

static char *read_any(struct td_warnings *list, const char *text)
{
	const char *start = text + strspn(text, " \t\r\n\xef\xbb\xbf");
	bool may_be_json = *start == '{' || (*start == '[' && !td_scan_match("^\\[[A-Z][a-z]+\\]", start, NULL));
	json_error_t why;
	json_t *root = may_be_json ? json_loads(start, 0, &why) : NULL;
	char *wrong;

	if (may_be_json && !root)
		return td_format("no JSON: line %d: %s", why.line, why.text);
	wrong = root ? read_json(list, root) : read_text(list, start);
	json_decref(root);
	return wrong;
}

void td_warnings_read(struct td_warnings *list, const char *file)
{
	char *text = read_all(file), *wrong = read_any(list, text);

	if (wrong)
		die("%s: %s", file, wrong);
	td_warnings_drop_empty(list);
	free(text);
}
