/* The commands that a woven compilation consists of.
 *
 *   gcc     compile:  gcc -fsanitize=thread ... -c a.c -o a.o
 *   clang   front:    clang -emit-llvm ... -c a.c -o a.bc        the source's accesses, not optimised
 *           weave:    treadle-weave a.bc woven.bc
 *           back:     clang -O1 -c woven.bc -o a.o               -O0 if the user asks for no more
 *   both    link:     with the runtime (an executable) or with plain hooks (a shared object)
 *
 * Each function puts a command's words into a list.
 */
#ifndef TD_WEAVE_STEPS_H
#define TD_WEAVE_STEPS_H

#include "command.h"
#include "compiler.h"
#include "places.h"

struct td_steps {
	struct td_cc_command command;
	struct td_compiler compiler;
	struct td_places places;
	bool volatile_is_atomic;
	bool is_cxx;
};

/* The command as it was given, with treadle's headers in reach. */
void td_step_front_only(const struct td_steps *self, struct td_strings *out);

/* From one input to `output`.  `final` is the file that the user asked for, for the names in dependency files. */
void td_step_compile(const struct td_steps *self, struct td_strings *out, const struct td_word *input, const char *output,
                     const char *final);

/* Would another compiler, of this name, take the input? */
void td_step_check(const struct td_steps *self, struct td_strings *out, const struct td_word *input, const char *compiler);

void td_step_weave(const struct td_steps *self, struct td_strings *out, const char *input, const char *output);
void td_step_back(const struct td_steps *self, struct td_strings *out, const char *input, const char *output);

/* `objects` has, in order, what became of the sources. */
void td_step_link(const struct td_steps *self, struct td_strings *out, const struct td_strings *objects);

#endif
