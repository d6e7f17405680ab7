#include "script.h"

#include "explore/interrupt.h"
#include "explore/waypoint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The kinds of operations that the line names.  A place alone names none. */
static char *note_kinds(struct td_script *self, const struct td_order *order)
{
	struct td_waypoints list = {0};
	char *why = order->place ? td_waypoints_parse(&list, order->place) : NULL;

	for (size_t i = 0; i < list.count && !why && order->kind == TD_ORDER_DO; i++) {
		self->kinds[0] |= list.items[i].place.kinds[0];
		self->kinds[1] |= list.items[i].place.kinds[1];
	}
	td_waypoints_clear(&list);
	return why;
}

static char *add_line(struct td_script *self, int number, const char *text)
{
	struct td_script_line line = {.number = number};
	char *why = td_order_parse(&line.order, text);

	if (!why)
		why = note_kinds(self, &line.order);
	TD_PUSH(self, line);
	return why;
}

static char *read_lines(struct td_script *self, FILE *in)
{
	char *line = NULL, *why = NULL;
	size_t room = 0;

	for (int number = 1; !why && getline(&line, &room, in) >= 0; number++)
		why = add_line(self, number, line);
	free(line);
	return why;
}

static char *check_strict(const struct td_script *self)
{
	for (size_t i = 0; i < self->count; i++)
		if (self->items[i].order.kind == TD_ORDER_STRICT && !(self->kinds[0] | self->kinds[1]))
			return td_strdup("strict: no line names a kind of operation");
	return NULL;
}

/* Takes WHY over. */
static char *in_line(const char *before, int number, char *why)
{
	char *text = td_format("%s%d: %s", before, number, why);

	free(why);
	return text;
}

char *td_script_read(struct td_script *self, const char *file)
{
	FILE *in = fopen(file, "r");
	char *why, *name;

	if (!in)
		return td_format("%s: %s", file, strerror(errno));
	why = read_lines(self, in);
	if (!why && ferror(in))
		why = td_strdup(strerror(errno));
	fclose(in);
	if (!why)
		why = check_strict(self);
	if (!why)
		return NULL;
	name = td_format("%s:", file);
	why = in_line(name, self->count ? self->items[self->count - 1].number : 1, why);
	free(name);
	return why;
}

void td_script_clear(struct td_script *self)
{
	for (size_t i = 0; i < self->count; i++)
		td_order_clear(&self->items[i].order);
	free(self->items);
	*self = (struct td_script){0};
}

static char *follow(const struct td_script *self, const struct td_dialogue *dialogue, const struct td_order *order,
		    bool is_strict)
{
	switch (order->kind) {
	case TD_ORDER_LIST: dialogue->view->events(dialogue->drive, dialogue->out); return NULL;
	case TD_ORDER_STATE:
		dialogue->view->state(dialogue->drive, dialogue->drive->now->event_count, dialogue->out);
		return NULL;
	case TD_ORDER_SAVE: return td_dialogue_save(dialogue, order->file);
	case TD_ORDER_DO: return td_order_do_strictly(order, dialogue->drive, is_strict ? self->kinds : NULL);
	default: return td_order_do(order, dialogue->drive);
	}
}

char *td_script_run(const struct td_script *self, const struct td_dialogue *dialogue)
{
	bool is_strict = false;

	for (size_t i = 0; i < self->count; i++) {
		const struct td_script_line *line = &self->items[i];
		char *why;

		if (line->order.kind == TD_ORDER_QUIT)
			return NULL;
		is_strict |= line->order.kind == TD_ORDER_STRICT;
		why = follow(self, dialogue, &line->order, is_strict);
		if (td_interrupt_count())
			die("interrupted");
		if (why)
			return in_line("line ", line->number, why);
	}
	return NULL;
}
