/* Lines and pieces of the sources, for the report and for comments that say why a loop is bounded.  Each file is read
 * once. */
#ifndef TD_BOUNDS_EXCERPTS_H
#define TD_BOUNDS_EXCERPTS_H

#include "program.h"

struct td_excerpts;

struct td_excerpts *td_excerpts_open(void);
void td_excerpts_close(struct td_excerpts *self);

/* One line without its end, to be freed; NULL if there is none. */
char *td_excerpt_line(struct td_excerpts *self, const char *file, uint32_t line);
/* The text of a node, blanks and line ends folded into one; to be freed. */
char *td_excerpt_node(struct td_excerpts *self, const struct td_program *program, uint32_t node);
/* Counted from 1. */
int td_excerpt_column(struct td_excerpts *self, const struct td_program *program, uint32_t node);

/* The file as it is named in a report: relative if it lies below the current directory. */
const char *td_shown_file(const char *file);

#endif
