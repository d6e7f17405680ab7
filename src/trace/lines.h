/* Places in the source to the addresses of their code: symbols.h the other way round. */
#ifndef TD_TRACE_LINES_H
#define TD_TRACE_LINES_H

#include "symbols.h"

/* Addresses of the running program. */
struct td_code {
	struct td_code_range *items;
	size_t count, room;
};

struct td_line_numbers {
	int *items; /* in ascending order, each once */
	size_t count, room;
};

/* The code that was compiled from a line, functions of libraries that were inlined there included.  FILE is a path or
 * the end of one: "queue.c" is any file of that name. */
struct td_code td_lines_code(struct td_symbols *symbols, const char *file, int line);

/* The code of the functions of this name, also where they were inlined. */
struct td_code td_lines_function(struct td_symbols *symbols, const char *name);

/* Does the code call the runtime, or something that is not known?  Otherwise nothing happens there that other threads
 * could notice. */
bool td_lines_act(struct td_symbols *symbols, const struct td_code *code);

/* Where the variable of this name lies that is not on a stack; false if there is none. */
bool td_lines_variable(struct td_symbols *symbols, const char *name, uint64_t *low, uint64_t *high);

/* The source files of the program, as the debug information names them, each once.  To be freed, texts and list. */
struct td_strings td_lines_files(struct td_symbols *symbols);

/* Is the text the path, or the end of it from a slash on? */
bool td_lines_is_file(const char *path, const char *text);

/* The lines of a file that have code; none: there is no such file in the debug information. */
struct td_line_numbers td_lines_of(struct td_symbols *symbols, const char *file);

#endif
