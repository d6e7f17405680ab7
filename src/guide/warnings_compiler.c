/* FILE:LINE:COLUMN: warning: MESSAGE [RULE], as compilers, clang-tidy and cppcheck print them.  Notes belong to a
 * warning, and no execution shows that something is bad style. */
#include "warnings.h"

#include "scan.h"

#include <stdlib.h>

static const char pattern[] = "^([^ :][^:]*):([0-9]+):([0-9]+:)? *(fatal error|error|warning)(:[a-z]+)?: (.*)$";

char *td_warnings_of_compiler(struct td_warnings *list, const char *text)
{
	char **lines = td_scan_lines(text), *parts[TD_SCAN_PARTS], *rule[TD_SCAN_PARTS];

	for (char **line = lines; *line; line++) {
		bool has_rule;
		struct td_warning *warning;

		if (!td_scan_match(pattern, *line, parts))
			continue;
		has_rule = td_scan_match("^(.*) \\[([^][]*)\\]$", parts[6], rule);
		warning = td_warnings_add(list,
					  td_warning_kind_of(has_rule ? rule[2] : NULL, has_rule ? rule[1] : parts[6]),
					  NULL, has_rule ? rule[2] : NULL, has_rule ? rule[1] : parts[6]);
		td_warning_add_line(warning, parts[1], atoi(parts[2]));
		warning->waiting = 1;
		if (has_rule)
			td_scan_clear(rule);
		td_scan_clear(parts);
	}
	td_scan_free(lines);
	return NULL;
}
