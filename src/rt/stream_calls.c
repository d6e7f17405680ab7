/* The C library's calls on streams: see stream.h for when they are more than that. */
#define __NO_INLINE__ /* or the C library's header defines some of them itself */
#include "stream.h"

#include "real.h"

#include <stdarg.h>

TD_EXPORT int fputs(const char *restrict text, FILE *restrict stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	int result = TD_REAL(fputs)(text, stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

TD_EXPORT int puts(const char *text)
{
	int is_inside = td_stream_enter(stdout, TD_HERE);
	int result = TD_REAL(puts)(text);
	td_stream_leave(stdout, is_inside, TD_HERE);
	return result;
}

TD_EXPORT int fputc(int letter, FILE *stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	int result = TD_REAL(fputc)(letter, stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

TD_EXPORT __attribute__((alias("fputc"))) int putc(int letter, FILE *stream);

TD_EXPORT int putchar(int letter)
{
	int is_inside = td_stream_enter(stdout, TD_HERE);
	int result = TD_REAL(putchar)(letter);
	td_stream_leave(stdout, is_inside, TD_HERE);
	return result;
}

TD_EXPORT size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	size_t result = TD_REAL(fwrite)(data, size, count, stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

static int print(FILE *stream, const char *format, va_list args, uint64_t pc)
{
	int is_inside = td_stream_enter(stream, pc);
	int result = TD_REAL(vfprintf)(stream, format, args);
	td_stream_leave(stream, is_inside, pc);
	return result;
}

TD_EXPORT int printf(const char *restrict format, ...)
{
	va_list args;
	va_start(args, format);
	int result = print(stdout, format, args, TD_HERE);
	va_end(args);
	return result;
}

TD_EXPORT int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
	va_list args;
	va_start(args, format);
	int result = print(stream, format, args, TD_HERE);
	va_end(args);
	return result;
}

TD_EXPORT int vprintf(const char *restrict format, va_list args)
{
	return print(stdout, format, args, TD_HERE);
}

TD_EXPORT int vfprintf(FILE *restrict stream, const char *restrict format, va_list args)
{
	return print(stream, format, args, TD_HERE);
}

TD_EXPORT int fflush(FILE *stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	int result = TD_REAL(fflush)(stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

TD_EXPORT char *fgets(char *restrict text, int size, FILE *restrict stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	char *result = TD_REAL(fgets)(text, size, stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

TD_EXPORT int fgetc(FILE *stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	int result = TD_REAL(fgetc)(stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

TD_EXPORT __attribute__((alias("fgetc"))) int getc(FILE *stream);

TD_EXPORT size_t fread(void *restrict data, size_t size, size_t count, FILE *restrict stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	size_t result = TD_REAL(fread)(data, size, count, stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}
