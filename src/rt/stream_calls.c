/* The C library's calls on streams: see stream.h for when they are more than that. */
#define __NO_INLINE__ /* or the C library's header defines some of them itself */
#include "stream.h"

#include "fd_calls.h"
#include "fiber.h"
#include "real.h"

#include <stdarg.h>
#include <stdlib.h>

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

TD_EXPORT ssize_t getdelim(char **restrict text, size_t *restrict size, int end, FILE *restrict stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	ssize_t result = TD_REAL(getdelim)(text, size, end, stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

TD_EXPORT ssize_t getline(char **restrict text, size_t *restrict size, FILE *restrict stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	ssize_t result = TD_REAL(getdelim)(text, size, '\n', stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

TD_EXPORT int ungetc(int letter, FILE *stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	int result = TD_REAL(ungetc)(letter, stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

/* What has not been written yet is written before it is closed. */
TD_EXPORT int fclose(FILE *stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	int result = TD_REAL(fclose)(stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

static int print_on(int fd, const char *format, va_list args, uint64_t pc)
{
	char *text;
	if (!td_current || !td_fd_is_ours(fd))
		return TD_REAL(vdprintf)(fd, format, args);
	int size = vasprintf(&text, format, args);
	if (size < 0)
		return size;
	ssize_t written = td_fd_write(fd, text, (size_t)size, pc);
	free(text);
	return (int)written;
}

TD_EXPORT int vdprintf(int fd, const char *restrict format, va_list args)
{
	return print_on(fd, format, args, TD_HERE);
}

TD_EXPORT int dprintf(int fd, const char *restrict format, ...)
{
	va_list args;
	va_start(args, format);
	int result = print_on(fd, format, args, TD_HERE);
	va_end(args);
	return result;
}

/* The names of the same functions in programs compiled with _FORTIFY_SOURCE, and with other standards. */
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list args);
int __dprintf_chk(int fd, int flag, const char *format, ...);
char *__fgets_chk(char *text, size_t room, int size, FILE *stream);
size_t __fread_chk(void *data, size_t room, size_t size, size_t count, FILE *stream);
ssize_t __getdelim(char **text, size_t *size, int end, FILE *stream);
int __isoc99_vfscanf(FILE *stream, const char *format, va_list args);
int __isoc23_vfscanf(FILE *stream, const char *format, va_list args);
int __isoc99_fscanf(FILE *stream, const char *format, ...);
int __isoc23_fscanf(FILE *stream, const char *format, ...);

TD_EXPORT int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
	va_list args;
	(void)flag;
	va_start(args, format);
	int result = print(stream, format, args, TD_HERE);
	va_end(args);
	return result;
}

TD_EXPORT int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list args)
{
	(void)flag;
	return print(stream, format, args, TD_HERE);
}

TD_EXPORT int __dprintf_chk(int fd, int flag, const char *format, ...)
{
	va_list args;
	(void)flag;
	va_start(args, format);
	int result = print_on(fd, format, args, TD_HERE);
	va_end(args);
	return result;
}

TD_EXPORT char *__fgets_chk(char *text, size_t room, int size, FILE *stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	char *result = TD_REAL(__fgets_chk)(text, room, size, stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

TD_EXPORT size_t __fread_chk(void *data, size_t room, size_t size, size_t count, FILE *stream)
{
	int is_inside = td_stream_enter(stream, TD_HERE);
	size_t result = TD_REAL(__fread_chk)(data, room, size, count, stream);
	td_stream_leave(stream, is_inside, TD_HERE);
	return result;
}

TD_EXPORT __attribute__((alias("getdelim"))) ssize_t __getdelim(char **text, size_t *size, int end, FILE *stream);

static int scan(FILE *stream, const char *format, va_list args, uint64_t pc)
{
	int is_inside = td_stream_enter(stream, pc);
	int result = TD_REAL(__isoc99_vfscanf)(stream, format, args);
	td_stream_leave(stream, is_inside, pc);
	return result;
}

TD_EXPORT int __isoc99_vfscanf(FILE *stream, const char *format, va_list args)
{
	return scan(stream, format, args, TD_HERE);
}

TD_EXPORT int __isoc99_fscanf(FILE *stream, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int result = scan(stream, format, args, TD_HERE);
	va_end(args);
	return result;
}

TD_EXPORT __attribute__((alias("__isoc99_vfscanf"))) int __isoc23_vfscanf(FILE *stream, const char *format, va_list args);
TD_EXPORT __attribute__((alias("__isoc99_fscanf"))) int __isoc23_fscanf(FILE *stream, const char *format, ...);
