/* ThreadSanitizer: reports of paragraphs, each a headline and a stack. */
#include "warnings.h"

#include "scan.h"

#include <stdlib.h>

static const char report[] = "ThreadSanitizer: ([^(]*[^( ])( \\((potential deadlock|[^p][^)]*)\\))? \\(pid=";
static const char access[] = "^ +(Previous )?([Aa]tomic )?([Ww]rite|[Rr]ead)( of size|.* by )";
static const char acquisition[] = "^ +Mutex .* acquired here while holding";
static const char frame[] = "^ +#[0-9]+ .* ([^ :]+):([0-9]+)(:[0-9]+)?( \\(|$)";

/* A paragraph of the report names a place: of a race each access, of a cycle each acquisition with a lock held. */
static bool begins_place(const struct td_warning *warning, const char *line)
{
	if (warning->kind == TD_WARNING_RACE)
		return warning->count < 2 && td_scan_match(access, line, NULL);
	if (warning->kind == TD_WARNING_CYCLE)
		return td_scan_match(acquisition, line, NULL);
	return !warning->count;
}

static void add_frame(struct td_warned_place *place, const char *line)
{
	char *parts[TD_SCAN_PARTS];

	if (!place || !td_scan_match(frame, line, parts))
		return;
	td_warned_place_add(place, parts[1], atoi(parts[2]));
	td_scan_clear(parts);
}

char *td_warnings_of_tsan(struct td_warnings *list, const char *text)
{
	char **lines = td_scan_lines(text), *parts[TD_SCAN_PARTS];
	struct td_warning *warning = NULL;
	struct td_warned_place *place = NULL;

	for (char **line = lines; *line; line++) {
		if (td_scan_match(report, *line, parts)) {
			warning = td_warnings_add(list, td_warning_kind_of(NULL, parts[0]), "ThreadSanitizer", parts[1],
						  NULL);
			place = NULL;
			td_scan_clear(parts);
		} else if (warning && !td_scan_match("^ +#", *line, NULL)) {
			place = td_scan_match("^ ", *line, NULL) && begins_place(warning, *line)
					? td_warning_add_place(warning)
					: NULL;
		} else if (warning) {
			add_frame(place, *line);
		}
		if (warning && warning->kind == TD_WARNING_CYCLE)
			warning->waiting = (uint32_t)warning->count;
	}
	td_scan_free(lines);
	return NULL;
}
