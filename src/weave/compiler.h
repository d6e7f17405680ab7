/* The compiler behind `treadle cc`.
 *
 * In this order: what --compiler names; what $CC (for C++: $CXX) names, unless that is treadle itself; clang, if the rewriter
 * for it was built and a clang of its version is there; gcc.
 */
#ifndef TD_WEAVE_COMPILER_H
#define TD_WEAVE_COMPILER_H

#include <stdbool.h>

#include "base/base.h"
#include "places.h"

enum td_compiler_kind { TD_COMPILER_GCC, TD_COMPILER_CLANG };

struct td_compiler {
	enum td_compiler_kind kind;
	struct td_strings words; /* its command, and options that $CC has: "gcc -m64", "ccache gcc" */
	int major;               /* gcc: its version */
	bool is_default;         /* neither --compiler nor the environment names it */
};

/* `named` is what --compiler names, or NULL. */
void td_compiler_choose(struct td_compiler *self, const struct td_places *places, const char *named, bool is_cxx);

/* gcc, where it is installed, else NULL: a program that clang refuses may be one that gcc takes. */
const char *td_compiler_other(bool is_cxx);

#endif
