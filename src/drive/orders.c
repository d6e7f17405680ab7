#include "orders.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Cuts the first word off, and the blanks behind it; NULL if there is none. */
static char *next_word(char **text)
{
	char *word = *text, *end = word + strcspn(word, " \t");

	if (!*word)
		return NULL;
	*text = end + strspn(end, " \t");
	*end = '\0';
	return word;
}

static char *take_number(uint64_t *number, const char *word)
{
	char *end;

	errno = 0;
	*number = strtoull(word, &end, 10);
	return !isdigit((unsigned char)*word) || *end || errno ? td_format("'%s' is no number", word) : NULL;
}

/* "lock m" is lock:m, "lock" is lock:*, and anything else a place as it is.  Names may have spaces in them. */
static char *place_of(const char *text)
{
	size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyz-");

	if (text[word] == ' ' && text[word + strspn(text + word, " ")])
		return td_format("%.*s:%s", (int)word, text, text + word + strspn(text + word, " "));
	return text[word] ? td_strdup(text) : td_format("%s:*", text);
}

static char *parse_run(struct td_order *self, char *rest)
{
	char *thread = next_word(&rest), *to = next_word(&rest);

	if (!thread || (to && (strcmp(to, "to") || !*rest)))
		return td_strdup("say r N, or r N to PLACE");
	self->kind = to ? TD_ORDER_RUN_TO : TD_ORDER_RUN_ON;
	self->thread = td_strdup(thread);
	self->place = to ? td_strdup(rest) : NULL;
	return NULL;
}

static char *parse_number(struct td_order *self, enum td_order_kind kind, char *rest, const char *if_none)
{
	char *word = next_word(&rest);

	self->kind = kind;
	if (next_word(&rest))
		return td_strdup("one number is enough");
	if (!word && !if_none)
		return td_strdup("which number?");
	return take_number(&self->number, word ? word : if_none);
}

static char *parse_save(struct td_order *self, char *rest)
{
	char *word = next_word(&rest);

	self->kind = TD_ORDER_SAVE;
	self->file = word ? td_strdup(word) : NULL;
	return next_word(&rest) ? td_strdup("say w, or w FILE") : NULL;
}

static char *parse_do(struct td_order *self, const char *thread, char *place)
{
	self->kind = TD_ORDER_DO;
	self->thread = td_strdup(thread);
	self->place = place;
	return *place ? NULL : td_format("%s@ which place? FILE:LINE, or operation:object", thread);
}

static char *parse_bare(struct td_order *self, enum td_order_kind kind, const char *word, char *rest)
{
	self->kind = kind;
	return next_word(&rest) ? td_format("'%s' stands alone", word) : NULL;
}

static char *parse_letter(struct td_order *self, char *word, char *rest)
{
	switch (word[0]) {
	case 'r': return parse_run(self, rest);
	case 'c': return parse_number(self, TD_ORDER_CHOOSE, rest, NULL);
	case 'u': return parse_number(self, TD_ORDER_UNDO, rest, "1");
	case 'g': return parse_number(self, TD_ORDER_BACK, rest, NULL);
	case 'w': return parse_save(self, rest);
	case 'l': return parse_bare(self, TD_ORDER_LIST, word, rest);
	case 's': return parse_bare(self, TD_ORDER_STATE, word, rest);
	case 'q': return parse_bare(self, TD_ORDER_QUIT, word, rest);
	case '?': return parse_bare(self, TD_ORDER_HELP, word, rest);
	default: return td_format("'%s' is nothing that can be done; ? says what can be", word);
	}
}

static bool is_thread_number(const char *word)
{
	const char *digits = word + (word[0] == 'T');

	return *digits && !digits[strspn(digits, "0123456789")];
}

static char *parse_words(struct td_order *self, char *line)
{
	char *rest = line, *at = line + strcspn(line, " @"), *word;

	if (*at == '@') {
		*at = '\0';
		return parse_do(self, line, td_strdup(at + 1));
	}
	word = next_word(&rest);
	if (*rest && (is_thread_number(word) || word[1]))
		return parse_do(self, word, place_of(rest));
	if (is_thread_number(word)) {
		self->kind = TD_ORDER_PICK;
		self->thread = td_strdup(word);
		return NULL;
	}
	if (!strcmp(word, "strict"))
		return parse_bare(self, TD_ORDER_STRICT, word, rest);
	return word[1] ? td_format("'%s' is nothing that can be done; ? says what can be", word)
		       : parse_letter(self, word, rest);
}

char *td_order_parse(struct td_order *self, const char *line)
{
	char *copy = td_strdup(line), *text = td_trimmed(copy), *why = NULL;

	*self = (struct td_order){.kind = TD_ORDER_NOTHING};
	if (*text && *text != '#')
		why = parse_words(self, text);
	free(copy);
	return why;
}

void td_order_clear(struct td_order *self)
{
	free(self->thread);
	free(self->place);
	free(self->file);
	*self = (struct td_order){.kind = TD_ORDER_NOTHING};
}

static char *move_thread(const struct td_order *self, struct td_drive *drive, uint32_t thread, const uint64_t *kinds)
{
	switch (self->kind) {
	case TD_ORDER_RUN_ON: return td_drive_run_on(drive, thread);
	case TD_ORDER_RUN_TO: return td_drive_run_to(drive, thread, self->place);
	case TD_ORDER_DO: return td_drive_do(drive, thread, self->place, kinds);
	default: return td_drive_run(drive, thread);
	}
}

char *td_order_do_strictly(const struct td_order *self, struct td_drive *drive, const uint64_t *kinds)
{
	uint32_t thread = td_drive_thread(drive, self->thread);

	if (thread == UINT32_MAX)
		return td_format("there is no thread %s now", self->thread);
	return move_thread(self, drive, thread, kinds);
}

/* A bare number at a choice is that of an outcome. */
static char *pick(const struct td_order *self, struct td_drive *drive)
{
	uint64_t number;
	char *why;

	if (!td_drive_outcomes(drive) || self->thread[0] == 'T')
		return td_order_do_strictly(self, drive, NULL);
	why = take_number(&number, self->thread);
	return why ? why : td_drive_choose(drive, number < UINT32_MAX ? (uint32_t)number : UINT32_MAX);
}

char *td_order_do(const struct td_order *self, struct td_drive *drive)
{
	switch (self->kind) {
	case TD_ORDER_PICK: return pick(self, drive);
	case TD_ORDER_RUN:
	case TD_ORDER_RUN_ON:
	case TD_ORDER_RUN_TO:
	case TD_ORDER_DO: return td_order_do_strictly(self, drive, NULL);
	case TD_ORDER_CHOOSE:
		return td_drive_choose(drive, self->number < UINT32_MAX ? (uint32_t)self->number : UINT32_MAX);
	case TD_ORDER_UNDO: return td_drive_undo(drive, self->number);
	case TD_ORDER_BACK: return td_drive_back(drive, self->number);
	default: return NULL;
	}
}
