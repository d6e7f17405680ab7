#include "scan_format.h"

#include "access.h"

#include <limits.h>
#include <stddef.h>
#include <wchar.h>

extern size_t __real_strlen(const char *); /* see mem.c */

/* One conversion, from behind its '%' on. */
struct conversion {
	int is_dropped;          /* a star: what is read goes nowhere */
	int is_allocated;        /* an m: the argument is where the pointer to new memory goes */
	int width;               /* 0: none is given */
	int shorts, longs;       /* how many h; l, and other letters that make a number as long */
	int is_long_double;
	char kind;
};

/* Where a format is being read, and what is left of its arguments. */
struct reader {
	const char *at;
	va_list args;
};

static int is_blank(char letter)
{
	return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

static int read_width(struct reader *reader)
{
	int width = 0;
	for (; *reader->at >= '0' && *reader->at <= '9'; reader->at++)
		width = width < INT_MAX / 10 - 1 ? width * 10 + (*reader->at - '0') : width;
	return width;
}

static int read_length(struct conversion *conversion, char letter)
{
	switch (letter) {
	case 'h': conversion->shorts++; return 1;
	case 'q':
	case 'j':
	case 'z':
	case 't':
	case 'l': conversion->longs++; return 1;
	case 'L': conversion->is_long_double = 1; return 1;
	default: return 0;
	}
}

/* Behind "[": a "]" that comes first, or behind "^", belongs to the set. */
static void skip_set(struct reader *reader)
{
	reader->at += *reader->at == '^';
	reader->at += *reader->at == ']';
	while (*reader->at && *reader->at != ']')
		reader->at++;
	reader->at += *reader->at == ']';
}

static struct conversion read_conversion(struct reader *reader)
{
	struct conversion conversion = {0};
	for (; *reader->at == '*' || *reader->at == '\'' || *reader->at == 'I'; reader->at++)
		conversion.is_dropped |= *reader->at == '*';
	conversion.width = read_width(reader);
	for (; *reader->at == 'm'; reader->at++)
		conversion.is_allocated = 1;
	while (read_length(&conversion, *reader->at))
		reader->at++;
	conversion.kind = *reader->at;
	reader->at += conversion.kind != '\0';
	if (conversion.kind == '[')
		skip_set(reader);
	return conversion;
}

static size_t size_of_number(const struct conversion *conversion)
{
	if (conversion->longs || conversion->is_long_double)
		return sizeof(long);
	return conversion->shorts > 1 ? sizeof(char) : conversion->shorts ? sizeof(short) : sizeof(int);
}

static size_t size_of_real(const struct conversion *conversion)
{
	return conversion->is_long_double ? sizeof(long double) : conversion->longs ? sizeof(double) : sizeof(float);
}

static size_t size_of_text(const struct conversion *conversion, const void *to)
{
	int is_wide = conversion->longs || conversion->kind == 'C' || conversion->kind == 'S';
	size_t unit = is_wide ? sizeof(wchar_t) : 1;
	if (conversion->kind == 'c' || conversion->kind == 'C')
		return unit * (conversion->width ? (size_t)conversion->width : 1);
	return unit * (1 + (is_wide ? wcslen(to) : __real_strlen(to)));
}

/* What was written to the place that the conversion was given; 0: that is not known. */
static size_t size_written(const struct conversion *conversion, const void *to)
{
	if (conversion->is_allocated)
		return sizeof(void *);
	switch (conversion->kind) {
	case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'n': return size_of_number(conversion);
	case 'p': return sizeof(void *);
	case 'a': case 'e': case 'f': case 'g': case 'A': case 'E': case 'F': case 'G': return size_of_real(conversion);
	case 's': case 'S': case 'c': case 'C': case '[': return size_of_text(conversion, to);
	default: return 0;
	}
}

/* How many conversions are left that were made; what comes behind the last of them may not have been come to, if it is not just
 * there. */
static int use(struct reader *reader, const struct conversion *conversion, int left, uint64_t pc)
{
	if (conversion->kind == '%' || conversion->is_dropped)
		return left;
	if (!left && conversion->kind != 'n')
		return -1;
	void *to = va_arg(reader->args, void *);
	size_t size = size_written(conversion, to);
	if (!size)
		return -1;
	td_access_of_caller(to, size, 1, pc);
	return left - (conversion->kind != 'n');
}

void td_scan_wrote(const char *format, va_list args, int count, uint64_t pc)
{
	struct reader reader = {.at = format};
	if (!td_works_for_program(pc))
		return;
	va_copy(reader.args, args);
	for (int left = count; left >= 0 && *reader.at;) {
		char letter = *reader.at++;
		if (letter != '%') {
			if (!left && !is_blank(letter)) /* it may not have been there */
				break;
			continue;
		}
		struct conversion conversion = read_conversion(&reader);
		left = use(&reader, &conversion, left, pc);
	}
	va_end(reader.args);
}
