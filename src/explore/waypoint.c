#include "waypoint.h"

#include "replay.h"
#include "wire/ops.h"

#include <stdlib.h>
#include <string.h>

enum { FAR_AWAY = 50 }; /* lines */

/* Words for several kinds of operation.  An update is a read and a write. */
static const struct {
	const char *word;
	uint8_t kinds[8];
} groups[] = {
	{"read", {TD_READ, TD_RMW}},
	{"write", {TD_WRITE, TD_RMW}},
	{"access", {TD_READ, TD_WRITE, TD_RMW}},
	{"lock", {TD_LOCK, TD_RDLOCK, TD_WRLOCK, TD_FILE_LOCK, TD_FILE_RDLOCK, TD_ENTER}},
	{"unlock", {TD_UNLOCK, TD_RWUNLOCK, TD_FILE_UNLOCK, TD_LEAVE}},
	{"wait", {TD_COND_WAIT, TD_SEM_WAIT, TD_BARRIER_ARRIVE, TD_FUTEX_WAIT, TD_JOIN}},
};

/* Nonzero if it is a word for operations. */
static int add_kinds(struct td_steer_place *place, const char *word)
{
	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
		if (strcmp(groups[i].word, word))
			continue;
		for (size_t k = 0; k < sizeof groups[i].kinds && groups[i].kinds[k]; k++)
			td_place_add_kind(place, groups[i].kinds[k]);
		return 1;
	}
	for (uint32_t kind = 1; kind < TD_KINDS; kind++)
		if (td_ops[kind].word && !strcmp(td_ops[kind].word, word)) {
			td_place_add_kind(place, kind);
			return 1;
		}
	return 0;
}

/* Cuts the text at the first of these characters: what comes before it, or NULL if there is none. */
static char *cut_before(char **text, char separator)
{
	char *start = *text, *end = strchr(start, separator);

	if (!end)
		return NULL;
	*end = '\0';
	*text = end + 1;
	return start;
}

static bool is_number(const char *text)
{
	return *text && text[strspn(text, "0123456789")] == '\0';
}

/* FILE:LINE, or else a name; none for anything. */
static void take_target(struct td_waypoint *self, char *text)
{
	char *colon = strrchr(text, ':');

	if (colon && colon != text && is_number(colon + 1)) {
		*colon = '\0';
		self->file = td_strdup(text);
		self->line = atoi(colon + 1);
	} else if (strcmp(text, "*")) {
		self->name = td_strdup(text);
	}
}

static char *parse_one(struct td_waypoint *self, char *text)
{
	char *thread, *colon;

	*self = (struct td_waypoint){.text = td_strdup(text), .place.thread = TD_ANY_THREAD};
	thread = cut_before(&text, '@');
	self->is_other = thread && !strcmp(thread, "other");
	if (thread && !*thread)
		return td_format("%s: which thread? T2@FILE:LINE, NAME@FILE:LINE or other@FILE:LINE", self->text);
	self->thread = thread && !self->is_other ? td_strdup(thread) : NULL;
	colon = strchr(text, ':');
	if (colon && colon[1] != ':' && !is_number(colon + 1)) {
		*colon = '\0';
		if (!add_kinds(&self->place, text))
			return td_format("%s: '%s' is no operation; say read, write, access, lock, unlock, wait, or a "
					 "word that traces have",
					 self->text, text);
		text = colon + 1;
	}
	if (!*text)
		return td_format("'%s' names no place: say FILE:LINE, a variable or a function", self->text);
	take_target(self, text);
	self->place.is_other = self->is_other;
	if (self->file && self->line <= 0)
		return td_format("%s: lines are counted from 1", self->text);
	return NULL;
}

char *td_waypoints_parse(struct td_waypoints *list, const char *text)
{
	char *copy = td_strdup(text), *why = NULL, *rest = NULL;

	for (char *one = strtok_r(copy, ",", &rest); one && !why; one = strtok_r(NULL, ",", &rest)) {
		TD_PUSH(list, (struct td_waypoint){0});
		why = parse_one(&list->items[list->count - 1], td_trimmed(one));
	}
	if (!why && !list->count)
		why = td_format("'%s' names no place: say FILE:LINE, a variable or a function", text);
	if (!why && list->count > TD_MAX_PLACES)
		why = td_format("%zu places are more than the %d that can be asked for", list->count, TD_MAX_PLACES);
	free(copy);
	return why;
}

void td_waypoints_add_line(struct td_waypoints *list, const char *file, int line, const char *kinds, bool is_other)
{
	struct td_waypoint self = {.text = td_format("%s%s%s%s:%d", is_other ? "other@" : "", kinds ? kinds : "",
						     kinds ? ":" : "", file, line),
				   .file = td_strdup(file),
				   .line = line,
				   .is_other = is_other,
				   .place = {.thread = TD_ANY_THREAD, .is_other = is_other}};

	if (kinds && !add_kinds(&self.place, kinds))
		BUG("no operation: %s", kinds);
	TD_PUSH(list, self);
}

static bool acts(struct td_symbols *symbols, const char *file, int line)
{
	struct td_code code = td_lines_code(symbols, file, line);
	bool does = td_lines_act(symbols, &code);

	free(code.items);
	return does;
}

/* Where something happens; 0: nowhere near. */
static int nearest_line(struct td_symbols *symbols, const char *file, const struct td_line_numbers *lines, int line)
{
	for (int distance = 0; distance < FAR_AWAY; distance++)
		for (size_t i = 0; i < lines->count; i++)
			if (abs(lines->items[i] - line) == distance && acts(symbols, file, lines->items[i]))
				return lines->items[i];
	return 0;
}

static char *refuse_line(const struct td_waypoint *self, struct td_symbols *symbols)
{
	struct td_line_numbers lines = td_lines_of(symbols, self->file);
	int nearest = nearest_line(symbols, self->file, &lines, self->line);
	char *near = nearest ? td_format("; the nearest place is %s:%d", self->file, nearest) : td_strdup(""), *why;

	if (!lines.count)
		why = td_format("%s: no code was compiled from a file %s (with -g, which treadle cc adds)", self->text,
				self->file);
	else if (!self->code.count)
		why = td_format("%s: there is no code at that line%s", self->text, near);
	else
		why = td_format("%s: nothing happens there that other threads can notice%s", self->text, near);
	free(near);
	free(lines.items);
	return why;
}

static bool take_object(struct td_waypoint *self, const struct td_trace *named, uint64_t object, uint64_t size)
{
	self->place.object = td_relative_address(object, named->modules, named->module_count);
	self->place.object_end = self->place.object + (size ? size : 1);
	return true;
}

/* What a thread stands before at the end. */
static bool find_next_object(struct td_waypoint *self, const struct td_trace *named)
{
	for (uint32_t i = 0; i < named->thread_count; i++) {
		const struct td_thread_info *info = &named->threads[i].raw;

		if (info->state != TD_T_DONE && td_ops[info->pending].acts_on != TD_ON_THREAD &&
		    !strcmp(named->names[named->threads[i].name], self->name))
			return take_object(self, named, info->object, info->size);
	}
	return false;
}

/* By the name that reports have for it; in an array, any of its elements. */
static bool find_named_object(struct td_waypoint *self, const struct td_trace *named)
{
	for (uint32_t i = 0; i < named->event_count; i++) {
		const struct td_event *event = &named->events[i].raw;

		if (td_ops[event->kind].acts_on == TD_ON_THREAD ||
		    strcmp(named->names[named->events[i].name], self->name))
			continue;
		return take_object(self, named, event->object, event->size);
	}
	return false;
}

static bool find_global(struct td_waypoint *self, struct td_symbols *symbols)
{
	uint64_t low, high;

	if (!td_lines_variable(symbols, self->name, &low, &high))
		return false;
	self->place.object = td_relative_address(low, symbols->modules, symbols->module_count);
	self->place.object_end = self->place.object + (high - low);
	return true;
}

static char *resolve_thread(struct td_waypoint *self, const struct td_trace *named)
{
	if (!self->thread)
		return NULL;
	for (uint32_t i = 0; i < named->thread_count; i++)
		if (!strcmp(named->threads[i].label, self->thread))
			self->place.thread = (uint16_t)i;
	if (self->place.thread == TD_ANY_THREAD && self->thread[0] == 'T' && is_number(self->thread + 1) &&
	    atoi(self->thread + 1) < TD_MAX_THREADS)
		self->place.thread = (uint16_t)atoi(self->thread + 1);
	if (self->place.thread == TD_ANY_THREAD)
		return td_format("%s: there is no thread %s; the program has %s and %u more", self->text, self->thread,
				 named->threads[0].label, named->thread_count - 1);
	return NULL;
}

static char *resolve_one(struct td_waypoint *self, struct td_symbols *symbols, const struct td_trace *named)
{
	char *why = resolve_thread(self, named);

	free(self->code.items);
	self->code = (struct td_code){0};
	if (why)
		return why;
	if (self->file) {
		self->code = td_lines_code(symbols, self->file, self->line);
		return td_lines_act(symbols, &self->code) ? NULL : refuse_line(self, symbols);
	}
	if (!self->name || find_named_object(self, named) || find_next_object(self, named) ||
	    find_global(self, symbols))
		return NULL;
	self->code = td_lines_function(symbols, self->name);
	return self->code.count ? NULL
				: td_format("%s: there is no variable, function or object of that name; places are "
					    "FILE:LINE, or names as reports have them",
					    self->text);
}

char *td_waypoints_resolve(struct td_waypoints *list, struct td_symbols *symbols, const struct td_trace *named)
{
	char *why = NULL;

	for (size_t i = 0; i < list->count && !why; i++)
		why = resolve_one(&list->items[i], symbols, named);
	return why;
}

static void give_code(const struct td_waypoint *waypoint, struct td_channel *channel)
{
	struct td_steer *steer = &channel->steer;

	for (size_t i = 0; i < waypoint->code.count; i++)
		steer->code[steer->code_count++] = (struct td_code_range){
			td_relative_address(waypoint->code.items[i].low, channel->modules, channel->module_count),
			td_relative_address(waypoint->code.items[i].high, channel->modules, channel->module_count)};
}

bool td_waypoints_give(const struct td_waypoints *list, struct td_channel *channel)
{
	struct td_steer *steer = &channel->steer;

	steer->place_count = steer->code_count = 0;
	for (size_t i = 0; i < list->count; i++) {
		struct td_steer_place *place = &steer->places[i];

		if (steer->code_count + list->items[i].code.count > TD_MAX_CODE)
			return false;
		*place = list->items[i].place;
		place->first_code = steer->code_count;
		give_code(&list->items[i], channel);
		place->code_count = steer->code_count - place->first_code;
	}
	steer->place_count = (uint32_t)list->count;
	return true;
}

/* Sites are return addresses. */
static bool is_in_code(const struct td_waypoint *self, uint64_t pc)
{
	for (size_t i = 0; i < self->code.count; i++)
		if (pc > self->code.items[i].low && pc <= self->code.items[i].high)
			return true;
	return !self->code.count;
}

bool td_waypoint_is_at(const struct td_waypoint *self, const struct td_event *event, const struct td_module *modules,
		       uint32_t module_count)
{
	const struct td_steer_place *place = &self->place;
	uint64_t low = td_absolute_address(place->object, modules, module_count);
	uint64_t high = low + (place->object_end - place->object);

	if (place->object_end && (event->object >= high || low >= event->object + (event->size ? event->size : 1)))
		return false;
	return (place->thread == TD_ANY_THREAD || place->thread == event->thread) &&
	       td_place_has_kind(place, event->kind) && is_in_code(self, event->pc);
}

void td_waypoints_clear(struct td_waypoints *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->items[i].text);
		free(list->items[i].thread);
		free(list->items[i].file);
		free(list->items[i].name);
		free(list->items[i].code.items);
	}
	free(list->items);
	*list = (struct td_waypoints){0};
}
