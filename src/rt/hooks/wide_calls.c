/* The C library's functions on wide strings that programs use most: what they read and write on the program's behalf. */
#include "access.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <stdlib.h>
#include <wchar.h>

static void reads(const wchar_t *start, size_t count, uint64_t pc)
{
	td_access_of_caller(start, count * sizeof *start, 0, pc);
}

static void writes(const wchar_t *start, size_t count, uint64_t pc)
{
	td_access_of_caller(start, count * sizeof *start, 1, pc);
}

static void copies(wchar_t *to, const wchar_t *from, size_t count, uint64_t pc)
{
	if (td_works_for_program(pc))
		td_access_copy((uint64_t)to, (uint64_t)from, count * sizeof *from, pc);
}

/* So many letters with the end. */
static size_t size_of(const wchar_t *text)
{
	return TD_REAL(wcslen)(text) + 1;
}

static void reads_text(const wchar_t *text, uint64_t pc)
{
	if (td_works_for_program(pc))
		reads(text, size_of(text), pc);
}

static void reads_part(const wchar_t *text, size_t most, uint64_t pc)
{
	if (!td_works_for_program(pc))
		return;
	size_t length = TD_REAL(wcsnlen)(text, most);
	reads(text, length < most ? length + 1 : most, pc);
}

TD_EXPORT size_t wcslen(const wchar_t *text)
{
	reads_text(text, TD_HERE);
	return TD_REAL(wcslen)(text);
}

TD_EXPORT size_t wcsnlen(const wchar_t *text, size_t most)
{
	reads_part(text, most, TD_HERE);
	return TD_REAL(wcsnlen)(text, most);
}

TD_EXPORT wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
	if (td_works_for_program(TD_HERE))
		copies(to, from, size_of(from), TD_HERE);
	return TD_REAL(wcscpy)(to, from);
}

TD_EXPORT wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
	reads_part(from, count, TD_HERE);
	writes(to, count, TD_HERE);
	return TD_REAL(wcsncpy)(to, from, count);
}

TD_EXPORT wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
	reads_text(from, TD_HERE);
	reads_text(to, TD_HERE);
	if (td_works_for_program(TD_HERE))
		writes(to + TD_REAL(wcslen)(to), size_of(from), TD_HERE);
	return TD_REAL(wcscat)(to, from);
}

TD_EXPORT int wcscmp(const wchar_t *a, const wchar_t *b)
{
	reads_text(a, TD_HERE);
	reads_text(b, TD_HERE);
	return TD_REAL(wcscmp)(a, b);
}

TD_EXPORT int wcsncmp(const wchar_t *a, const wchar_t *b, size_t most)
{
	reads_part(a, most, TD_HERE);
	reads_part(b, most, TD_HERE);
	return TD_REAL(wcsncmp)(a, b, most);
}

TD_EXPORT wchar_t *wcschr(const wchar_t *text, wchar_t letter)
{
	reads_text(text, TD_HERE);
	return TD_REAL(wcschr)(text, letter);
}

TD_EXPORT wchar_t *wcsrchr(const wchar_t *text, wchar_t letter)
{
	reads_text(text, TD_HERE);
	return TD_REAL(wcsrchr)(text, letter);
}

TD_EXPORT wchar_t *wcsdup(const wchar_t *text)
{
	reads_text(text, TD_HERE);
	return TD_REAL(wcsdup)(text);
}

TD_EXPORT wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count)
{
	copies(to, from, count, TD_HERE);
	return TD_REAL(wmemcpy)(to, from, count);
}

TD_EXPORT wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count)
{
	copies(to, from, count, TD_HERE);
	return TD_REAL(wmemmove)(to, from, count);
}

TD_EXPORT wchar_t *wmemset(wchar_t *to, wchar_t letter, size_t count)
{
	writes(to, count, TD_HERE);
	return TD_REAL(wmemset)(to, letter, count);
}

TD_EXPORT int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count)
{
	reads(a, count, TD_HERE);
	reads(b, count, TD_HERE);
	return TD_REAL(wmemcmp)(a, b, count);
}

/* What is written is known afterwards: an end if there was room for it. */
TD_EXPORT size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t room)
{
	td_access_text_of_caller(from, SIZE_MAX, TD_HERE);
	size_t count = TD_REAL(mbstowcs)(to, from, room);
	if (to && count != (size_t)-1)
		writes(to, count < room ? count + 1 : count, TD_HERE);
	return count;
}

TD_EXPORT size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t room)
{
	reads_text(from, TD_HERE);
	size_t count = TD_REAL(wcstombs)(to, from, room);
	if (to && count != (size_t)-1)
		td_access_of_caller(to, count < room ? count + 1 : count, 1, TD_HERE);
	return count;
}
