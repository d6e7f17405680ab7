/* The C library's calls on streams: see stream.h for when they are more than that. */
#ifndef __NO_INLINE__ /* without it the C library's header defines some of them itself */
#define __NO_INLINE__
#endif
#include "fd_calls.h"
#include "file_locks.h"
#include "files.h"
#include "hidden.h"
#include "inherited.h"
#include "stream.h"
#include "rt/hooks.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <stdarg.h>
#include <stdlib.h>

/* What the call gives, with the stream entered around it; the place in the program is that of whoever called the function that
 * this stands in, so it cannot be a function itself. */
#define ON_STREAM(stream, ways, call)                                   \
	(__extension__({                                                \
		int is_inside = td_stream_enter(stream, ways, TD_HERE); \
		__auto_type result = (call);                            \
		td_stream_leave(stream, is_inside, TD_HERE);            \
		result;                                                 \
	}))

/* Who asks where it is in the file, or goes elsewhere, writes first what has not been written. */
enum { READS = TD_SEES | TD_SEES_ORDER, WRITES = TD_CHANGES, GOES = READS | WRITES };

TD_EXPORT int fputs(const char *restrict text, FILE *restrict stream)
{
	td_access_text_of_caller(text, SIZE_MAX, TD_HERE);
	return ON_STREAM(stream, WRITES, TD_REAL(fputs)(text, stream));
}

TD_EXPORT int puts(const char *text)
{
	td_access_text_of_caller(text, SIZE_MAX, TD_HERE);
	return ON_STREAM(stdout, WRITES, TD_REAL(puts)(text));
}

TD_EXPORT int fputc(int letter, FILE *stream)
{
	return ON_STREAM(stream, WRITES, TD_REAL(fputc)(letter, stream));
}

TD_EXPORT __attribute__((alias("fputc"))) int putc(int letter, FILE *stream);

TD_EXPORT int putchar(int letter)
{
	return ON_STREAM(stdout, WRITES, TD_REAL(putchar)(letter));
}

TD_EXPORT size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream)
{
	td_access_of_caller(data, size * count, 0, TD_HERE);
	return ON_STREAM(stream, WRITES, TD_REAL(fwrite)(data, size, count, stream));
}

extern size_t __real_strlen(const char *); /* see mem.c */

/* How much was read is known afterwards. */
static char *has_line(char *text, uint64_t pc)
{
	if (td_current && text)
		td_access_of_caller(text, __real_strlen(text) + 1, 1, pc);
	return text;
}

static size_t has_items(void *data, size_t size, size_t count, uint64_t pc)
{
	td_access_of_caller(data, size * count, 1, pc);
	return count;
}

static int print(FILE *stream, const char *format, va_list args, uint64_t pc)
{
	td_format_read(format, args, pc);
	int is_inside = td_stream_enter(stream, WRITES, pc);
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
	if (!stream)
		td_file_use_all(WRITES, TD_HERE);
	return ON_STREAM(stream, WRITES, TD_REAL(fflush)(stream));
}

TD_EXPORT char *fgets(char *restrict text, int size, FILE *restrict stream)
{
	return has_line(ON_STREAM(stream, READS, TD_REAL(fgets)(text, size, stream)), TD_HERE);
}

TD_EXPORT int fgetc(FILE *stream)
{
	return ON_STREAM(stream, READS, TD_REAL(fgetc)(stream));
}

TD_EXPORT __attribute__((alias("fgetc"))) int getc(FILE *stream);

TD_EXPORT int getchar(void)
{
	return ON_STREAM(stdin, READS, TD_REAL(getchar)());
}

TD_EXPORT size_t fread(void *restrict data, size_t size, size_t count, FILE *restrict stream)
{
	return has_items(data, size, ON_STREAM(stream, READS, TD_REAL(fread)(data, size, count, stream)), TD_HERE);
}

/* The buffer may have been made, or made anew; so where it lies and how large it is are written. */
static ssize_t has_text(char **text, size_t *size, ssize_t length, uint64_t pc)
{
	if (text && size) {
		td_access_of_caller(text, sizeof *text, 1, pc);
		td_access_of_caller(size, sizeof *size, 1, pc);
	}
	if (length >= 0)
		td_access_of_caller(*text, (size_t)length + 1, 1, pc);
	return length;
}

TD_EXPORT ssize_t getdelim(char **restrict text, size_t *restrict size, int end, FILE *restrict stream)
{
	return has_text(text, size, ON_STREAM(stream, READS, TD_REAL(getdelim)(text, size, end, stream)), TD_HERE);
}

TD_EXPORT ssize_t getline(char **restrict text, size_t *restrict size, FILE *restrict stream)
{
	return has_text(text, size, ON_STREAM(stream, READS, TD_REAL(getdelim)(text, size, '\n', stream)), TD_HERE);
}

TD_EXPORT int ungetc(int letter, FILE *stream)
{
	return ON_STREAM(stream, READS, TD_REAL(ungetc)(letter, stream));
}

/* What has not been written yet is written before it is closed. */
TD_EXPORT int fclose(FILE *stream)
{
	int fd = td_current && stream ? stream->_fileno : -1;
	if (td_current)
		td_file_lock_closing(fd, TD_HERE);
	td_inherited_replace(fd);
	int result = ON_STREAM(stream, WRITES, TD_REAL(fclose)(stream));
	td_file_forget(fd);
	return result;
}

TD_EXPORT int fseek(FILE *stream, long offset, int from)
{
	return ON_STREAM(stream, GOES, TD_REAL(fseek)(stream, offset, from));
}

TD_EXPORT int fseeko(FILE *stream, off_t offset, int from)
{
	return ON_STREAM(stream, GOES, TD_REAL(fseeko)(stream, offset, from));
}

TD_EXPORT void rewind(FILE *stream)
{
	ON_STREAM(stream, GOES, (TD_REAL(rewind)(stream), 0));
}

TD_EXPORT long ftell(FILE *stream)
{
	return ON_STREAM(stream, READS, TD_REAL(ftell)(stream));
}

TD_EXPORT off_t ftello(FILE *stream)
{
	return ON_STREAM(stream, READS, TD_REAL(ftello)(stream));
}

TD_EXPORT __attribute__((alias("fseeko"))) int fseeko64(FILE *stream, off64_t offset, int from);
TD_EXPORT __attribute__((alias("ftello"))) off64_t ftello64(FILE *stream);

/* Without the lock: whoever calls these has it, or is the only one. */
TD_EXPORT int putc_unlocked(int letter, FILE *stream)
{
	td_stream_use(stream, WRITES, TD_HERE);
	return TD_REAL(putc_unlocked)(letter, stream);
}

TD_EXPORT int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
	td_access_text_of_caller(text, SIZE_MAX, TD_HERE);
	td_stream_use(stream, WRITES, TD_HERE);
	return TD_REAL(fputs_unlocked)(text, stream);
}

TD_EXPORT size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count, FILE *restrict stream)
{
	td_access_of_caller(data, size * count, 0, TD_HERE);
	td_stream_use(stream, WRITES, TD_HERE);
	return TD_REAL(fwrite_unlocked)(data, size, count, stream);
}

TD_EXPORT int getc_unlocked(FILE *stream)
{
	td_stream_use(stream, READS, TD_HERE);
	return TD_REAL(getc_unlocked)(stream);
}

TD_EXPORT char *fgets_unlocked(char *restrict text, int size, FILE *restrict stream)
{
	td_stream_use(stream, READS, TD_HERE);
	return has_line(TD_REAL(fgets_unlocked)(text, size, stream), TD_HERE);
}

TD_EXPORT size_t fread_unlocked(void *restrict data, size_t size, size_t count, FILE *restrict stream)
{
	td_stream_use(stream, READS, TD_HERE);
	return has_items(data, size, TD_REAL(fread_unlocked)(data, size, count, stream), TD_HERE);
}

TD_EXPORT __attribute__((alias("putc_unlocked"))) int fputc_unlocked(int letter, FILE *stream);
TD_EXPORT __attribute__((alias("getc_unlocked"))) int fgetc_unlocked(FILE *stream);

static int print_on(int fd, const char *format, va_list args, uint64_t pc)
{
	char *text;
	td_format_read(format, args, pc);
	if (!td_current || !td_fd_is_ours(fd)) {
		td_file_use(fd, TD_CHANGES, pc);
		return TD_REAL(vdprintf)(fd, format, args);
	}
	int size = TD_REAL(vasprintf)(&text, format, args);
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
int __isoc99_scanf(const char *format, ...);
int __isoc23_scanf(const char *format, ...);

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
	return has_line(ON_STREAM(stream, READS, TD_REAL(__fgets_chk)(text, room, size, stream)), TD_HERE);
}

TD_EXPORT size_t __fread_chk(void *data, size_t room, size_t size, size_t count, FILE *stream)
{
	return has_items(data, size, ON_STREAM(stream, READS, TD_REAL(__fread_chk)(data, room, size, count, stream)), TD_HERE);
}

TD_EXPORT __attribute__((alias("getdelim"))) ssize_t __getdelim(char **text, size_t *size, int end, FILE *stream);

static int scan(FILE *stream, const char *format, va_list args, uint64_t pc)
{
	va_list again;
	va_copy(again, args);
	int is_inside = td_stream_enter(stream, READS, pc);
	int result = TD_REAL(__isoc99_vfscanf)(stream, format, args);
	td_stream_leave(stream, is_inside, pc);
	td_scan_wrote(format, again, result, pc);
	va_end(again);
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

TD_EXPORT int __isoc99_scanf(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int result = scan(stdin, format, args, TD_HERE);
	va_end(args);
	return result;
}

TD_EXPORT __attribute__((alias("__isoc99_scanf"))) int __isoc23_scanf(const char *format, ...);

int __isoc99_vscanf(const char *format, va_list args);
int __isoc23_vscanf(const char *format, va_list args);

TD_EXPORT int __isoc99_vscanf(const char *format, va_list args)
{
	return scan(stdin, format, args, TD_HERE);
}

TD_EXPORT __attribute__((alias("__isoc99_vscanf"))) int __isoc23_vscanf(const char *format, va_list args);
