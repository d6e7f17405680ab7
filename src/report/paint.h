/* Text on its way to a terminal or a file: colours where they are wanted, nothing that could drive a terminal, and the
 * width text will take. */
#ifndef TD_REPORT_PAINT_H
#define TD_REPORT_PAINT_H

#include <stdbool.h>

#include "base/base.h"

enum td_colour { TD_PLAIN, TD_BOLD, TD_DIM, TD_RED, TD_YELLOW, TD_CYAN, TD_COLOURS };

struct td_paint {
	FILE *out;
	bool colours;
	/* of a line: what the terminal has, and 80 elsewhere, so that files do not depend on it */
	int width;
};

struct td_paint td_paint_open(FILE *out);

/* The columns TEXT takes: one for each character of UTF-8. */
int td_text_width(const char *text);

/* How many bytes of TEXT fit into WIDTH columns, cut at a space where there is one in the second half. */
size_t td_text_fit(const char *text, int width);

/* TEXT in a colour; control characters and broken UTF-8 are shown as "?". */
void td_paint(const struct td_paint *paint, enum td_colour colour, const char *text);
void td_paint_format(const struct td_paint *paint, enum td_colour colour, const char *fmt, ...) TD_PRINTF(3, 4);
void td_paint_pad(const struct td_paint *paint, int columns);

/* TEXT from column AT on, up to the end of its line; what does not fit goes into further lines, which begin at INDENT.
 * Words stay whole, so a long name may stand out. */
void td_paint_sentence(const struct td_paint *paint, enum td_colour colour, int at, int indent, const char *text);
void td_paint_sentence_format(const struct td_paint *paint, enum td_colour colour, int at, int indent, const char *fmt,
			      ...) TD_PRINTF(5, 6);

/* A line of source with its tabs as spaces; the caller frees it. */
char *td_expand_tabs(const char *text);

#endif
