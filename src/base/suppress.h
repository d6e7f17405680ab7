/* Findings that the user has looked at and decided to live with, with the reason why.
 *
 * They stand in a file, treadle.suppress, one a line:
 *
 *	KIND WHERE PATTERN: REASON
 *	race variable stats.*: counters for the log; a lost update is harmless
 *
 * KIND says which findings (race, deadlock, bounds, or any of them), WHERE what the shell pattern is compared with: the name
 * of a function, a file, or a variable that the finding has to do with.  One match is enough.  A pattern without a leading
 * slash also matches the end of a path: "queue.c" and "src/queue.c" match "/build/src/queue.c".  The pattern ends at the
 * first colon with a blank behind it, so that C++ names need no quotes.  Lines that begin with # are comments.
 */
#ifndef TD_BASE_SUPPRESS_H
#define TD_BASE_SUPPRESS_H

#include "base.h"

struct td_suppressions;

/* What a finding has to do with, in the words of its report. */
struct td_suppress_subject {
	struct td_strings functions; /* on the call stacks of the accesses, of the threads that wait, ... */
	struct td_strings files;     /* where these are */
	struct td_strings variables; /* what is accessed, or locked */
};

/* Reads FILE; NULL: treadle.suppress in the current directory, if there is one.  Dies with one line that says what is wrong
 * with it, and where. */
struct td_suppressions *td_suppressions_read(const char *file);
void td_suppressions_free(struct td_suppressions *self);

/* Whether a finding of this kind is not to be shown: the reason why, or NULL if it is.  All entries that match count as used. */
const char *td_suppressed(struct td_suppressions *self, const char *kind, const struct td_suppress_subject *subject);

/* One warning for each entry of this kind that has silenced nothing.  An entry for any kind may be there for another command. */
void td_suppressions_warn_unused(const struct td_suppressions *self, const char *kind);

/* Frees the lists of a subject, not what is in them. */
void td_suppress_subject_clear(struct td_suppress_subject *self);

#endif
