/* What a compiler's command line means.
 *
 * The command line is read the way gcc and clang read it, as far as that decides which steps there are: which words are
 * inputs, where the compiler stops, what is linked.  Each word then knows which of the steps it belongs to, and a
 * step's command is put together from those.  Options that are not known here belong to compiling and linking.
 */
#ifndef TD_WEAVE_COMMAND_H
#define TD_WEAVE_COMMAND_H

#include <stdbool.h>

#include "base/base.h"

enum td_use {
	TD_USE_BOTH,    /* an option for compiling and for linking */
	TD_USE_COMPILE,
	TD_USE_DEPEND,  /* about dependency files: for compiling, never twice */
	TD_USE_LINK,    /* an option or a file for the linker */
	TD_USE_SOURCE,  /* to be woven */
	TD_USE_PLAIN,   /* assembler source: compiled, but there is nothing to weave */
	TD_USE_HEADER   /* to be precompiled */
};

struct td_word {
	enum td_use use;
	const char *text;
	const char *value;    /* the next word, if it belongs to this one */
	bool is_file;         /* an input */
	const char *language; /* of an input: what -x said, or NULL */
};

enum td_stop {
	TD_STOP_LINKED,
	TD_STOP_OBJECT,   /* -c */
	TD_STOP_ASSEMBLY, /* -S */
	TD_STOP_FRONT     /* -E, -M, -MM, -fsyntax-only: nothing is generated */
};

struct td_cc_command {
	struct td_word *items;
	size_t count, room;
	enum td_stop stop;
	const char *output;          /* -o, or NULL */
	const char *language;        /* -x while reading */
	size_t sources, plain, headers, inputs; /* inputs: of all kinds */
	bool is_query;               /* asks the compiler something; not for us */
	bool is_shared, is_static, is_relocatable, is_other_machine;
	bool has_debug;              /* the last -g is not -g0 */
	bool is_optimised;           /* the last -O is not -O0 */
	bool has_depend, has_depend_file, has_depend_target;
	const char *warned;          /* why something was left out */
	const char *sanitizer;       /* one that has a runtime of its own */
};

/* Reads the words after the command's name; the result refers to them. */
void td_command_read(struct td_cc_command *self, char **words);

/* Whether the word behind this one is its value: "-o", "-Xlinker", but not "-ofile". */
bool td_option_takes_next(const char *text);

/* Replaces each @file by the words in it, as the compilers do. */
void td_response_expand(struct td_strings *words);

#endif
