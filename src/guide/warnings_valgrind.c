/* Helgrind and DRD: lines behind the number of the process, in paragraphs of a headline and a stack. */
#include "warnings.h"

#include "scan.h"

#include <stdlib.h>
#include <string.h>

static const char frame[] = "^ +(at|by) 0x[0-9A-Fa-f]+: .*\\(([^():]+):([0-9]+)\\)$";

/* What begins a warning, and of which kind it is; GOES_ON: the paragraph belongs to the warning before and names a
 * place, PASSES: it belongs there and names none that counts. */
enum paragraph { RACE, CYCLE, FAILURE, GOES_ON, PASSES };

static const struct {
	const char *pattern;
	enum paragraph is;
} paragraphs[] = {
	{"^Possible data race ", RACE},
	{"^Conflicting (load|store) ", RACE},
	{"^This conflicts with a previous ", GOES_ON},
	{"^Thread #[0-9]+: lock order .* violated", CYCLE},
	{"^ followed by a later acquisition of lock", GOES_ON},
	{"^(Observed \\(incorrect\\) order|Required order was established)", PASSES},
	{"^Thread #?[0-9]+ (was created|is the program)", PASSES},
	{"^(Thread #[0-9]+: |Probably a race|Mutex |.* is not a |Destroying |Recursive |The |Releasing )", FAILURE},
};

static enum paragraph kind_of(const char *line)
{
	for (size_t i = 0; i < sizeof paragraphs / sizeof *paragraphs; i++)
		if (td_scan_match(paragraphs[i].pattern, line, NULL))
			return paragraphs[i].is;
	return PASSES;
}

static struct td_warning *begin(struct td_warnings *list, enum paragraph paragraph, const char *tool, const char *line)
{
	enum td_warning_kind kind = paragraph == RACE    ? TD_WARNING_RACE
				    : paragraph == CYCLE ? TD_WARNING_CYCLE
							 : TD_WARNING_FAILURE;
	static const char *const rules[] = {"data race", "lock order", "misuse"};

	return td_warnings_add(list, kind, tool, rules[paragraph], line);
}

/* The first stack of a cycle is where the first lock was taken, and no thread waits there. */
static struct td_warned_place *look_at(struct td_warnings *list, const char *tool, const char *line)
{
	struct td_warning *last = list->count ? &list->items[list->count - 1] : NULL;
	enum paragraph paragraph = kind_of(line);

	if (paragraph == PASSES || (paragraph == GOES_ON && !last))
		return NULL;
	if (paragraph != GOES_ON)
		last = begin(list, paragraph, tool, line);
	if (paragraph == CYCLE)
		return NULL;
	if (last->kind == TD_WARNING_CYCLE)
		last->waiting++;
	return td_warning_add_place(last);
}

static void add_frame(struct td_warned_place *place, const char *line)
{
	char *parts[TD_SCAN_PARTS];

	if (!place || !td_scan_match(frame, line, parts))
		return;
	td_warned_place_add(place, parts[2], atoi(parts[3]));
	td_scan_clear(parts);
}

/* "Locks held" stands between the headline of a race and its stack. */
char *td_warnings_of_valgrind(struct td_warnings *list, const char *text)
{
	const char *tool = td_scan_has("drd, a thread error detector", text) ? "DRD" : "Helgrind";
	char **lines = td_scan_lines(text), *parts[TD_SCAN_PARTS];
	struct td_warned_place *place = NULL;

	for (char **line = lines; *line; line++) {
		if (!td_scan_match("^==[0-9]+== ?(.*)$", *line, parts))
			continue;
		if (td_scan_match("^ +(at|by) 0x", parts[1], NULL))
			add_frame(place, parts[1]);
		else if (!td_scan_match("^Locks held", parts[1], NULL))
			place = look_at(list, tool, parts[1]);
		td_scan_clear(parts);
	}
	td_scan_free(lines);
	return NULL;
}
