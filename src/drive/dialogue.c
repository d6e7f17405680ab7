#include "dialogue.h"

#include "explore/interrupt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *td_dialogue_save(const struct td_dialogue *self, const char *file)
{
	char *why, *name;
	struct td_trace *trace = td_drive_capture(self->drive, &why);

	if (!trace)
		return why;
	name = td_trace_free_name(trace->command.program, file ? file : self->file);
	if (td_trace_write(trace, name) < 0)
		why = td_format("%s could not be written", name);
	else
		self->view->saved(self->drive, trace, name, self->out);
	free(name);
	td_trace_free(trace);
	return why;
}

/* After a move the events that it has made are told. */
static char *obey(const struct td_dialogue *self, const struct td_order *order)
{
	uint32_t before = self->drive->now->event_count;
	bool is_move = order->kind >= TD_ORDER_PICK && order->kind <= TD_ORDER_DO;
	char *why = td_order_do(order, self->drive);

	if (!why)
		self->view->state(self->drive, is_move ? before : self->drive->now->event_count, self->out);
	return why;
}

static char *answer(const struct td_dialogue *self, const struct td_order *order)
{
	switch (order->kind) {
	case TD_ORDER_NOTHING:
	case TD_ORDER_QUIT: return NULL;
	case TD_ORDER_LIST: self->view->events(self->drive, self->out); return NULL;
	case TD_ORDER_HELP: self->view->help(self->out); return NULL;
	case TD_ORDER_SAVE: return td_dialogue_save(self, order->file);
	case TD_ORDER_STRICT: return td_strdup("'strict' belongs into a script");
	default: return obey(self, order);
	}
}

/* False: the user quits. */
static bool answer_line(const struct td_dialogue *self, const char *line)
{
	struct td_order order;
	char *why = self->view->parse(&order, line);
	bool goes_on;

	if (!why)
		why = answer(self, &order);
	if (why && td_interrupt_count())
		die("interrupted");
	if (why)
		self->view->wrong(why, self->out);
	goes_on = order.kind != TD_ORDER_QUIT || why;
	free(why);
	td_order_clear(&order);
	return goes_on;
}

/* The death of a process interrupts reading, and means nothing. */
static bool read_line(const struct td_dialogue *self, char **line, size_t *room)
{
	ssize_t got;

	fflush(self->out);
	do {
		clearerr(self->in);
		errno = 0;
		got = getline(line, room, self->in);
	} while (got < 0 && errno == EINTR && !td_interrupt_count());
	if (td_interrupt_count())
		die("interrupted");
	if (got >= 0 && self->is_echoed)
		fprintf(self->out, "%.*s\n", (int)strcspn(*line, "\n"), *line);
	return got >= 0;
}

int td_dialogue_run(const struct td_dialogue *self)
{
	char *line = NULL;
	size_t room = 0;
	bool goes_on = true;

	self->view->state(self->drive, self->drive->now->event_count, self->out);
	while (goes_on) {
		self->view->prompt(self->drive, self->out);
		goes_on = read_line(self, &line, &room) && answer_line(self, line);
	}
	free(line);
	return td_end_is_finding(self->drive->now->ended.end) ? TD_EXIT_FOUND : TD_EXIT_CLEAN;
}
