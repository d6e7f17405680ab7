/* A future as a file, to be run again: picks and what is expected of them. */
#ifndef TD_FUTURES_SAVED_H
#define TD_FUTURES_SAVED_H

#include "picks.h"

enum td_expected_of_future {
	TD_EXPECT_POSSIBLE,   /* some execution has it */
	TD_EXPECT_IMPOSSIBLE, /* none has */
	TD_EXPECT_PASSES,     /* the execution that has it passes */
	TD_EXPECT_FAILS
};

extern const char *const td_expectation_words[]; /* NULL-terminated */

/* Never replaces a file.  0, or -1 with a message. */
int td_future_save(const struct td_picks *picks, enum td_expected_of_future expected, const char *file);

/* What is wrong with the file, to be freed; NULL: nothing is. */
char *td_future_load(struct td_picks *picks, int *expected, const char *file);

#endif
