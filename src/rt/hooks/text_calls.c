/* The C library's functions that print into memory, read numbers from it, scan it and sort it: what they read and write on the
 * program's behalf. */
#ifndef __NO_INLINE__ /* without it the C library's header defines some of them itself */
#define __NO_INLINE__
#endif
#include "access.h"
#include "format.h"
#include "scan_format.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* How much is printed is known only when what is printed has been read. */
static void will_print(char *to, size_t room, const char *format, va_list args, uint64_t pc)
{
	va_list again;
	if (!td_works_for_program(pc))
		return;
	td_format_read(format, args, pc);
	va_copy(again, args);
	int length = TD_REAL(vsnprintf)(NULL, 0, format, again);
	va_end(again);
	if (length >= 0 && room)
		td_access_of_caller(to, (size_t)length < room ? (size_t)length + 1 : room, 1, pc);
}

TD_EXPORT int vsnprintf(char *restrict to, size_t room, const char *restrict format, va_list args)
{
	will_print(to, room, format, args, TD_HERE);
	return TD_REAL(vsnprintf)(to, room, format, args);
}

TD_EXPORT int snprintf(char *restrict to, size_t room, const char *restrict format, ...)
{
	va_list args;
	va_start(args, format);
	will_print(to, room, format, args, TD_HERE);
	int result = TD_REAL(vsnprintf)(to, room, format, args);
	va_end(args);
	return result;
}

TD_EXPORT int vsprintf(char *restrict to, const char *restrict format, va_list args)
{
	will_print(to, SIZE_MAX, format, args, TD_HERE);
	return TD_REAL(vsprintf)(to, format, args);
}

TD_EXPORT int sprintf(char *restrict to, const char *restrict format, ...)
{
	va_list args;
	va_start(args, format);
	will_print(to, SIZE_MAX, format, args, TD_HERE);
	int result = TD_REAL(vsprintf)(to, format, args);
	va_end(args);
	return result;
}

/* The memory is new; what others may look at is the pointer to it. */
static int print_anew(char **to, const char *format, va_list args, uint64_t pc)
{
	td_format_read(format, args, pc);
	td_access_of_caller(to, sizeof *to, 1, pc);
	return TD_REAL(vasprintf)(to, format, args);
}

TD_EXPORT int vasprintf(char **restrict to, const char *restrict format, va_list args)
{
	return print_anew(to, format, args, TD_HERE);
}

TD_EXPORT int asprintf(char **restrict to, const char *restrict format, ...)
{
	va_list args;
	va_start(args, format);
	int result = print_anew(to, format, args, TD_HERE);
	va_end(args);
	return result;
}

/* The names of the same functions in programs compiled with _FORTIFY_SOURCE. */
int __vsnprintf_chk(char *to, size_t room, int flag, size_t size, const char *format, va_list args);
int __snprintf_chk(char *to, size_t room, int flag, size_t size, const char *format, ...);
int __vsprintf_chk(char *to, int flag, size_t size, const char *format, va_list args);
int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...);

TD_EXPORT int __vsnprintf_chk(char *to, size_t room, int flag, size_t size, const char *format, va_list args)
{
	will_print(to, room, format, args, TD_HERE);
	return TD_REAL(__vsnprintf_chk)(to, room, flag, size, format, args);
}

TD_EXPORT int __snprintf_chk(char *to, size_t room, int flag, size_t size, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	will_print(to, room, format, args, TD_HERE);
	int result = TD_REAL(__vsnprintf_chk)(to, room, flag, size, format, args);
	va_end(args);
	return result;
}

TD_EXPORT int __vsprintf_chk(char *to, int flag, size_t size, const char *format, va_list args)
{
	will_print(to, size, format, args, TD_HERE);
	return TD_REAL(__vsprintf_chk)(to, flag, size, format, args);
}

TD_EXPORT int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	will_print(to, size, format, args, TD_HERE);
	int result = TD_REAL(__vsprintf_chk)(to, flag, size, format, args);
	va_end(args);
	return result;
}

/* A number is read up to what does not belong to it any more: to know where that is, it is read twice. */
static void will_read(const char *text, const char *end, char **told, uint64_t pc)
{
	td_access_of_caller(text, (uint64_t)(end - text) + 1, 0, pc);
	if (told)
		td_access_of_caller(told, sizeof *told, 1, pc);
}

static void will_read_whole(const char *text, char **told, int base, uint64_t pc)
{
	char *end = (char *)text; /* a base that is wrong leaves it as it is */
	if (!td_works_for_program(pc))
		return;
	TD_REAL(strtol)(text, &end, base);
	will_read(text, end, told, pc);
}

static void will_read_real(const char *text, char **told, uint64_t pc)
{
	char *end;
	if (!td_works_for_program(pc))
		return;
	TD_REAL(strtod)(text, &end);
	will_read(text, end, told, pc);
}

TD_EXPORT long strtol(const char *restrict text, char **restrict end, int base)
{
	will_read_whole(text, end, base, TD_HERE);
	return TD_REAL(strtol)(text, end, base);
}

TD_EXPORT long long strtoll(const char *restrict text, char **restrict end, int base)
{
	will_read_whole(text, end, base, TD_HERE);
	return TD_REAL(strtoll)(text, end, base);
}

TD_EXPORT unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
	will_read_whole(text, end, base, TD_HERE);
	return TD_REAL(strtoul)(text, end, base);
}

TD_EXPORT unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
	will_read_whole(text, end, base, TD_HERE);
	return TD_REAL(strtoull)(text, end, base);
}

TD_EXPORT double strtod(const char *restrict text, char **restrict end)
{
	will_read_real(text, end, TD_HERE);
	return TD_REAL(strtod)(text, end);
}

TD_EXPORT float strtof(const char *restrict text, char **restrict end)
{
	will_read_real(text, end, TD_HERE);
	return TD_REAL(strtof)(text, end);
}

TD_EXPORT int atoi(const char *text)
{
	will_read_whole(text, NULL, 10, TD_HERE);
	return TD_REAL(atoi)(text);
}

TD_EXPORT long atol(const char *text)
{
	will_read_whole(text, NULL, 10, TD_HERE);
	return TD_REAL(atol)(text);
}

TD_EXPORT long long atoll(const char *text)
{
	will_read_whole(text, NULL, 10, TD_HERE);
	return TD_REAL(atoll)(text);
}

TD_EXPORT double atof(const char *text)
{
	will_read_real(text, NULL, TD_HERE);
	return TD_REAL(atof)(text);
}

/* All of it may be moved. */
TD_EXPORT void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	if (td_current && count > 1)
		td_access_of_caller(items, count * size, 1, TD_HERE);
	TD_REAL(qsort)(items, count, size, compare);
}

TD_EXPORT void qsort_r(void *items, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *with)
{
	if (td_current && count > 1)
		td_access_of_caller(items, count * size, 1, TD_HERE);
	TD_REAL(qsort_r)(items, count, size, compare, with);
}

TD_EXPORT long double strtold(const char *restrict text, char **restrict end)
{
	will_read_real(text, end, TD_HERE);
	return TD_REAL(strtold)(text, end);
}

TD_EXPORT intmax_t strtoimax(const char *restrict text, char **restrict end, int base)
{
	will_read_whole(text, end, base, TD_HERE);
	return TD_REAL(strtoimax)(text, end, base);
}

TD_EXPORT uintmax_t strtoumax(const char *restrict text, char **restrict end, int base)
{
	will_read_whole(text, end, base, TD_HERE);
	return TD_REAL(strtoumax)(text, end, base);
}

/* The C library looks for the end of what it scans before it begins. */
static int scan(const char *text, const char *format, va_list args, int (*real)(const char *, const char *, va_list), uint64_t pc)
{
	va_list again;
	td_access_text_of_caller(text, SIZE_MAX, pc);
	va_copy(again, args);
	int count = real(text, format, args);
	td_scan_wrote(format, again, count, pc);
	va_end(again);
	return count;
}

int __isoc99_vsscanf(const char *text, const char *format, va_list args);
int __isoc23_vsscanf(const char *text, const char *format, va_list args);
int __isoc99_sscanf(const char *text, const char *format, ...);
int __isoc23_sscanf(const char *text, const char *format, ...);

TD_EXPORT int __isoc99_vsscanf(const char *text, const char *format, va_list args)
{
	return scan(text, format, args, TD_REAL(__isoc99_vsscanf), TD_HERE);
}

TD_EXPORT int __isoc99_sscanf(const char *text, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int result = scan(text, format, args, TD_REAL(__isoc99_vsscanf), TD_HERE);
	va_end(args);
	return result;
}

TD_EXPORT __attribute__((alias("__isoc99_vsscanf"))) int __isoc23_vsscanf(const char *text, const char *format, va_list args);
TD_EXPORT __attribute__((alias("__isoc99_sscanf"))) int __isoc23_sscanf(const char *text, const char *format, ...);
