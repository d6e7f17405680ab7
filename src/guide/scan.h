/* Lines of text, taken apart with regular expressions. */
#ifndef TD_GUIDE_SCAN_H
#define TD_GUIDE_SCAN_H

#include <stdbool.h>

enum { TD_SCAN_PARTS = 8 };

/* The lines of a text, each ended by a zero; the last pointer is NULL.  To be freed with td_scan_free. */
char **td_scan_lines(const char *text);
void td_scan_free(char **lines);

/* Does the extended regular expression match?  Then `parts` (NULL: not wanted) has what its groups match, the whole
 * match first: "" where a group does not.  They are the caller's, and td_scan_clear frees them. */
bool td_scan_match(const char *pattern, const char *text, char *parts[TD_SCAN_PARTS]);
void td_scan_clear(char *parts[TD_SCAN_PARTS]);

/* The same without regard to upper and lower case, and without the parts. */
bool td_scan_has(const char *pattern, const char *text);

#endif
