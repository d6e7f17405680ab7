/* Functions of the C library on strings that are less used than those in mem.c, and are not wrapped but found by their
 * names: what they read and write on the program's behalf.
 *
 * How far a function reads is worked out before it does; it stops there again unless another thread changes the text in between. */
#include "string_calls.h"

#include "access.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <string.h>
#include <strings.h>

extern size_t __real_strlen(const char *); /* see mem.c */
extern size_t __real_strnlen(const char *, size_t);

static void reads(const void *start, size_t size, uint64_t pc)
{
	td_access_of_caller(start, size, 0, pc);
}

static void writes(const void *start, size_t size, uint64_t pc)
{
	td_access_of_caller(start, size, 1, pc);
}

static void reads_text(const char *text, uint64_t pc)
{
	td_access_text_of_caller(text, SIZE_MAX, pc);
}

static size_t up_to(const char *text, const char *at)
{
	return at ? (size_t)(at - text) + 1 : __real_strlen(text) + 1;
}

void td_text_will_be_cut(const char *text, const char *ends, uint64_t pc)
{
	if (!text || !td_works_for_program(pc))
		return;
	size_t before = TD_REAL(strspn)(text, ends), length = TD_REAL(strcspn)(text + before, ends);
	const char *end = text + before + length;
	reads_text(ends, pc);
	reads(text, before + length + 1, pc);
	if (*end)
		writes(end, 1, pc);
}

static void will_cut(const char *text, const char *ends, char **rest, uint64_t pc)
{
	if (!td_works_for_program(pc))
		return;
	if (!text)
		reads(rest, sizeof *rest, pc);
	td_text_will_be_cut(text ? text : *rest, ends, pc);
	writes(rest, sizeof *rest, pc);
}

TD_EXPORT char *strtok_r(char *restrict text, const char *restrict ends, char **restrict rest)
{
	will_cut(text, ends, rest, TD_HERE);
	return TD_REAL(strtok_r)(text, ends, rest);
}

char *__strtok_r(char *restrict text, const char *restrict ends, char **restrict rest);

TD_EXPORT char *__strtok_r(char *restrict text, const char *restrict ends, char **restrict rest)
{
	will_cut(text, ends, rest, TD_HERE);
	return TD_REAL(strtok_r)(text, ends, rest);
}

TD_EXPORT char *strsep(char **restrict text, const char *restrict ends)
{
	if (td_works_for_program(TD_HERE) && *text) {
		size_t length = TD_REAL(strcspn)(*text, ends);
		reads_text(ends, TD_HERE);
		reads(*text, length + 1, TD_HERE);
		if ((*text)[length])
			writes(*text + length, 1, TD_HERE);
	}
	writes(text, sizeof *text, TD_HERE);
	return TD_REAL(strsep)(text, ends);
}

TD_EXPORT size_t strspn(const char *text, const char *accepted)
{
	size_t length = TD_REAL(strspn)(text, accepted);
	reads(text, length + 1, TD_HERE);
	reads_text(accepted, TD_HERE);
	return TD_REAL(strspn)(text, accepted);
}

TD_EXPORT size_t strcspn(const char *text, const char *ends)
{
	size_t length = TD_REAL(strcspn)(text, ends);
	reads(text, length + 1, TD_HERE);
	reads_text(ends, TD_HERE);
	return TD_REAL(strcspn)(text, ends);
}

TD_EXPORT char *strpbrk(const char *text, const char *ends)
{
	if (td_works_for_program(TD_HERE))
		reads(text, up_to(text, TD_REAL(strpbrk)(text, ends)), TD_HERE);
	reads_text(ends, TD_HERE);
	return TD_REAL(strpbrk)(text, ends);
}

TD_EXPORT char *strchrnul(const char *text, int letter)
{
	if (td_works_for_program(TD_HERE))
		reads(text, up_to(text, TD_REAL(strchrnul)(text, letter)), TD_HERE);
	return TD_REAL(strchrnul)(text, letter);
}

/* The names of other functions, from before there were those. */
TD_EXPORT char *index(const char *text, int letter)
{
	reads_text(text, TD_HERE);
	return TD_REAL(index)(text, letter);
}

TD_EXPORT char *rindex(const char *text, int letter)
{
	reads_text(text, TD_HERE);
	return TD_REAL(rindex)(text, letter);
}

TD_EXPORT int bcmp(const void *a, const void *b, size_t size)
{
	reads(a, size, TD_HERE);
	reads(b, size, TD_HERE);
	return TD_REAL(bcmp)(a, b, size);
}

TD_EXPORT char *strcasestr(const char *text, const char *part)
{
	reads_text(text, TD_HERE);
	reads_text(part, TD_HERE);
	return TD_REAL(strcasestr)(text, part);
}

/* How many bytes of two texts are looked at to find that they differ, or that both end. */
static size_t compared(const char *a, const char *b, size_t most)
{
	size_t same = 0;
	while (same < most && a[same] && TD_REAL(strncasecmp)(a + same, b + same, 1) == 0)
		same++;
	return same < most ? same + 1 : most;
}

static void will_compare(const char *a, const char *b, size_t most, uint64_t pc)
{
	if (!td_works_for_program(pc))
		return;
	size_t size = compared(a, b, most);
	reads(a, size, pc);
	reads(b, size, pc);
}

TD_EXPORT int strcasecmp(const char *a, const char *b)
{
	will_compare(a, b, SIZE_MAX, TD_HERE);
	return TD_REAL(strcasecmp)(a, b);
}

TD_EXPORT int strncasecmp(const char *a, const char *b, size_t most)
{
	will_compare(a, b, most, TD_HERE);
	return TD_REAL(strncasecmp)(a, b, most);
}

TD_EXPORT int strcoll(const char *a, const char *b)
{
	reads_text(a, TD_HERE);
	reads_text(b, TD_HERE);
	return TD_REAL(strcoll)(a, b);
}

TD_EXPORT char *strndup(const char *text, size_t most)
{
	td_access_text_of_caller(text, most, TD_HERE);
	return TD_REAL(strndup)(text, most);
}

TD_EXPORT char *stpncpy(char *restrict to, const char *restrict from, size_t size)
{
	td_access_text_of_caller(from, size, TD_HERE);
	writes(to, size, TD_HERE);
	return TD_REAL(stpncpy)(to, from, size);
}

TD_EXPORT void *mempcpy(void *restrict to, const void *restrict from, size_t size)
{
	if (td_works_for_program(TD_HERE))
		td_access_copy((uint64_t)to, (uint64_t)from, size, TD_HERE);
	return TD_REAL(mempcpy)(to, from, size);
}

TD_EXPORT void *memccpy(void *restrict to, const void *restrict from, int last, size_t size)
{
	if (td_works_for_program(TD_HERE)) {
		const char *end = TD_REAL(memchr)(from, last, size);
		td_access_copy((uint64_t)to, (uint64_t)from, end ? (size_t)(end - (const char *)from) + 1 : size, TD_HERE);
	}
	return TD_REAL(memccpy)(to, from, last, size);
}

TD_EXPORT void *memmem(const void *in, size_t size, const void *part, size_t length)
{
	reads(in, size, TD_HERE);
	reads(part, length, TD_HERE);
	return TD_REAL(memmem)(in, size, part, length);
}

TD_EXPORT void *memrchr(const void *in, int byte, size_t size)
{
	reads(in, size, TD_HERE);
	return TD_REAL(memrchr)(in, byte, size);
}

TD_EXPORT void *rawmemchr(const void *in, int byte)
{
	const char *found = TD_REAL(rawmemchr)(in, byte);
	reads(in, (size_t)(found - (const char *)in) + 1, TD_HERE);
	return (void *)found;
}

/* The text may be a constant of the C library, which is then not in the memory given. */
TD_EXPORT char *strerror_r(int problem, char *text, size_t size)
{
	char *result = TD_REAL(strerror_r)(problem, text, size);
	if (result == text && size && td_works_for_program(TD_HERE))
		writes(text, __real_strlen(text) + 1, TD_HERE);
	return result;
}

int __xpg_strerror_r(int problem, char *text, size_t size);

TD_EXPORT int __xpg_strerror_r(int problem, char *text, size_t size)
{
	int result = TD_REAL(__xpg_strerror_r)(problem, text, size);
	if (size && td_works_for_program(TD_HERE))
		writes(text, __real_strnlen(text, size - 1) + 1, TD_HERE);
	return result;
}
