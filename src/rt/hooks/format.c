#include "format.h"

#include "access.h"

#include <limits.h>

/* One conversion, from behind its '%' on. */
struct conversion {
	int has_precision;
	int precision;           /* a string has at most so many bytes */
	int is_long;             /* wide, if it is a letter or a string */
	int is_long_double;
	char kind;
};

/* Where a format is being read, and what is left of its arguments. */
struct reader {
	const char *at;
	va_list args;
};

static int is_one_of(char letter, const char *letters)
{
	while (*letters && *letters != letter)
		letters++;
	return *letters != '\0';
}

/* A number of the format or, for a star, the next argument. */
static int read_number(struct reader *reader)
{
	int number = 0;
	if (*reader->at == '*') {
		reader->at++;
		return va_arg(reader->args, int);
	}
	for (; *reader->at >= '0' && *reader->at <= '9'; reader->at++)
		number = number < INT_MAX / 10 - 1 ? number * 10 + (*reader->at - '0') : number;
	return number;
}

static struct conversion read_conversion(struct reader *reader)
{
	struct conversion conversion = {0};
	while (is_one_of(*reader->at, "-+ #0'I"))
		reader->at++;
	read_number(reader);
	if (*reader->at == '.') {
		reader->at++;
		conversion.precision = read_number(reader);
		conversion.has_precision = conversion.precision >= 0;
	}
	for (; is_one_of(*reader->at, "hlqLjztZ"); reader->at++) {
		conversion.is_long |= *reader->at == 'l';
		conversion.is_long_double |= *reader->at == 'L';
	}
	conversion.kind = *reader->at;
	reader->at += conversion.kind != '\0';
	return conversion;
}

static void read_text(struct reader *reader, const struct conversion *conversion, uint64_t pc)
{
	const char *text = va_arg(reader->args, const char *);
	if (text && !conversion->is_long)
		td_access_text_of_caller(text, conversion->has_precision ? (size_t)conversion->precision : SIZE_MAX, pc);
}

static void skip_real(struct reader *reader, const struct conversion *conversion)
{
	if (conversion->is_long_double)
		(void)va_arg(reader->args, long double);
	else
		(void)va_arg(reader->args, double);
}

/* Takes its argument; 0: nobody knows what comes now. */
static int use(struct reader *reader, const struct conversion *conversion, uint64_t pc)
{
	if (conversion->kind == 's')
		read_text(reader, conversion, pc);
	else if (is_one_of(conversion->kind, "diouxXcCSpn")) /* a whole number, however long, takes as much room as a pointer */
		(void)va_arg(reader->args, void *);
	else if (is_one_of(conversion->kind, "eEfFgGaA"))
		skip_real(reader, conversion);
	else
		return is_one_of(conversion->kind, "%m");
	return 1;
}

void td_format_read(const char *format, va_list args, uint64_t pc)
{
	struct reader reader = {.at = format};
	if (!td_works_for_program(pc))
		return;
	va_copy(reader.args, args);
	for (int is_known = 1; is_known && *reader.at;) {
		if (*reader.at++ != '%')
			continue;
		struct conversion conversion = read_conversion(&reader);
		is_known = use(&reader, &conversion, pc);
	}
	va_end(reader.args);
}
