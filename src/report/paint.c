#include "paint.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_WIDTH = 80, LEAST_WIDTH = 40, MOST_WIDTH = 400, TAB = 8 };

static int width_of(FILE *out)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	int width = columns ? atoi(columns) : 0;

	if (!isatty(fileno(out)))
		return USUAL_WIDTH;
	if (width <= 0 && ioctl(fileno(out), TIOCGWINSZ, &size) == 0)
		width = size.ws_col;
	if (width <= 0)
		return USUAL_WIDTH;
	return width < LEAST_WIDTH ? LEAST_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : width;
}

struct td_paint td_paint_open(FILE *out)
{
	const char *no_colour = getenv("NO_COLOR");

	return (struct td_paint){
		.out = out,
		.colours = isatty(fileno(out)) && !(no_colour && *no_colour),
		.width = width_of(out),
	};
}

/* The length of the character at TEXT, 0 if it is not one to be shown. */
static size_t character(const unsigned char *text)
{
	size_t length = text[0] < 0x80 ? 1 : text[0] >= 0xc2 && text[0] < 0xe0 ? 2 : (text[0] & 0xf0) == 0xe0 ? 3
			: text[0] >= 0xf0 && text[0] < 0xf5 ? 4 : 0;

	if (length == 1)
		return text[0] >= 0x20 && text[0] != 0x7f;
	for (size_t i = 1; i < length; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	if (length == 2 && text[0] == 0xc2 && text[1] < 0xa0) /* the other control characters */
		return 0;
	return length;
}

static size_t step(const char *text)
{
	size_t length = character((const unsigned char *)text);

	return length ? length : 1;
}

int td_text_width(const char *text)
{
	int width = 0;

	for (; *text; text += step(text))
		width++;
	return width;
}

size_t td_text_fit(const char *text, int width)
{
	size_t at = 0, space = 0;
	int columns = 0;

	for (; text[at] && columns < width; columns++) {
		if (text[at] == ' ' && columns > width / 2)
			space = at;
		at += step(text + at);
	}
	return text[at] && text[at] != ' ' && space ? space : at;
}

static void put(const struct td_paint *paint, const char *text)
{
	for (; *text; text += step(text)) {
		size_t length = character((const unsigned char *)text);

		if (length)
			fwrite(text, 1, length, paint->out);
		else
			fputc('?', paint->out);
	}
}

void td_paint(const struct td_paint *paint, enum td_colour colour, const char *text)
{
	static const char *const codes[TD_COLOURS] = {[TD_BOLD] = "\033[1m",
						      [TD_DIM] = "\033[2m",
						      [TD_RED] = "\033[1;31m",
						      [TD_YELLOW] = "\033[33m",
						      [TD_CYAN] = "\033[36m"};
	bool painted = paint->colours && codes[colour] && *text;

	if (painted)
		fputs(codes[colour], paint->out);
	put(paint, text);
	if (painted)
		fputs("\033[0m", paint->out);
}

static char *formatted(const char *fmt, va_list args)
{
	char *text;

	if (vasprintf(&text, fmt, args) < 0)
		die("out of memory");
	return text;
}

void td_paint_format(const struct td_paint *paint, enum td_colour colour, const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	text = formatted(fmt, args);
	va_end(args);
	td_paint(paint, colour, text);
	free(text);
}

/* As many words as fit into WIDTH columns, but at least one. */
static size_t words_that_fit(const char *text, int width)
{
	size_t at = strspn(text, " ");

	at += strcspn(text + at, " ");
	while (text[at]) {
		size_t next = at + strspn(text + at, " ");

		next += strcspn(text + next, " ");
		if (td_text_width(text) - td_text_width(text + next) > width)
			break;
		at = next;
	}
	return at;
}

void td_paint_sentence(const struct td_paint *paint, enum td_colour colour, int at, int indent, const char *text)
{
	do {
		size_t size = words_that_fit(text, paint->width - at);

		td_paint_format(paint, colour, "%.*s", (int)size, text);
		text += size;
		text += strspn(text, " ");
		fputc('\n', paint->out);
		if (*text)
			td_paint_pad(paint, indent);
		at = indent;
	} while (*text);
}

void td_paint_sentence_format(const struct td_paint *paint, enum td_colour colour, int at, int indent, const char *fmt,
			      ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	text = formatted(fmt, args);
	va_end(args);
	td_paint_sentence(paint, colour, at, indent, text);
	free(text);
}

void td_paint_pad(const struct td_paint *paint, int columns)
{
	if (columns > 0)
		fprintf(paint->out, "%*s", columns, "");
}

char *td_expand_tabs(const char *text)
{
	size_t used = 0;
	char *wide = td_alloc(TAB * strlen(text) + 1);

	for (; *text; text++) {
		if (*text != '\t') {
			wide[used++] = *text;
			continue;
		}
		do
			wide[used++] = ' ';
		while (used % TAB);
	}
	return wide;
}
