/* The C library's functions on times that keep nothing for themselves: what they read and write on the program's behalf. */
#include "access.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <time.h>

extern size_t __real_strlen(const char *); /* see mem.c */

static void reads(const void *start, size_t size, uint64_t pc)
{
	td_access_of_caller(start, size, 0, pc);
}

static void writes(const void *start, size_t size, uint64_t pc)
{
	td_access_of_caller(start, size, 1, pc);
}

TD_EXPORT struct tm *gmtime_r(const time_t *restrict at, struct tm *restrict into)
{
	reads(at, sizeof *at, TD_HERE);
	writes(into, sizeof *into, TD_HERE);
	return TD_REAL(gmtime_r)(at, into);
}

TD_EXPORT struct tm *localtime_r(const time_t *restrict at, struct tm *restrict into)
{
	reads(at, sizeof *at, TD_HERE);
	writes(into, sizeof *into, TD_HERE);
	return TD_REAL(localtime_r)(at, into);
}

/* "Thu Jan  1 00:00:00 1970\n", longer in years to come. */
static char *has_text(char *text, uint64_t pc)
{
	if (text && td_works_for_program(pc))
		writes(text, __real_strlen(text) + 1, pc);
	return text;
}

TD_EXPORT char *asctime_r(const struct tm *restrict time, char *restrict text)
{
	reads(time, sizeof *time, TD_HERE);
	return has_text(TD_REAL(asctime_r)(time, text), TD_HERE);
}

TD_EXPORT char *ctime_r(const time_t *restrict at, char *restrict text)
{
	reads(at, sizeof *at, TD_HERE);
	return has_text(TD_REAL(ctime_r)(at, text), TD_HERE);
}

/* What is in it is brought into range. */
TD_EXPORT time_t mktime(struct tm *time)
{
	writes(time, sizeof *time, TD_HERE);
	return TD_REAL(mktime)(time);
}

TD_EXPORT time_t timelocal(struct tm *time)
{
	writes(time, sizeof *time, TD_HERE);
	return TD_REAL(mktime)(time);
}

TD_EXPORT time_t timegm(struct tm *time)
{
	writes(time, sizeof *time, TD_HERE);
	return TD_REAL(timegm)(time);
}

TD_EXPORT size_t strftime(char *restrict to, size_t room, const char *restrict format, const struct tm *restrict time)
{
	td_access_text_of_caller(format, SIZE_MAX, TD_HERE);
	reads(time, sizeof *time, TD_HERE);
	size_t length = TD_REAL(strftime)(to, room, format, time);
	if (length)
		writes(to, length + 1, TD_HERE);
	return length;
}

TD_EXPORT char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict into)
{
	td_access_text_of_caller(format, SIZE_MAX, TD_HERE);
	char *end = TD_REAL(strptime)(text, format, into);
	if (end)
		reads(text, (size_t)(end - text), TD_HERE);
	writes(into, sizeof *into, TD_HERE);
	return end;
}
