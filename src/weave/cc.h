/* `treadle cc` and `treadle c++`: a compiler that weaves.
 *
 * It takes the command line of gcc or clang and does what they do, except that every access to memory that another thread
 * could notice calls a hook, and that executables contain the runtime that answers.  Questions to the compiler, and runs
 * that generate no code, are passed on.
 */
#ifndef TD_WEAVE_CC_H
#define TD_WEAVE_CC_H

#include <stdbool.h>

/* Treadle's own options. */
struct td_cc_options {
	const char *compiler;    /* what --compiler named, or NULL */
	bool volatile_is_atomic; /* accesses to volatile objects are as good as atomic ones */
};

/* `words` are the compiler's arguments and end with NULL. */
_Noreturn void td_cc(const struct td_cc_options *options, bool is_cxx, char **words);

#endif
