/* Functions of the C library that read and write the program's memory on its behalf: see wire/wrapped.h.
 *
 * A range is one event.  How far a string function reaches is known only afterwards, but nobody else runs in between. */
#include "access.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <stddef.h>

extern void *__real_memcpy(void *, const void *, size_t);
extern void *__real_memmove(void *, const void *, size_t);
extern void *__real_memset(void *, int, size_t);
extern int __real_memcmp(const void *, const void *, size_t);
extern void *__real_memchr(const void *, int, size_t);
extern size_t __real_strlen(const char *);
extern size_t __real_strnlen(const char *, size_t);
extern char *__real_strcpy(char *, const char *);
extern char *__real_strncpy(char *, const char *, size_t);
extern char *__real_strcat(char *, const char *);
extern char *__real_strncat(char *, const char *, size_t);
extern int __real_strcmp(const char *, const char *);
extern int __real_strncmp(const char *, const char *, size_t);
extern char *__real_strchr(const char *, int);
extern char *__real_strrchr(const char *, int);
extern char *__real_strstr(const char *, const char *);
extern char *__real_strdup(const char *);
extern char *__real_stpcpy(char *, const char *);
extern void __real_bcopy(const void *, void *, size_t);
extern void __real_bzero(void *, size_t);
extern void __real_explicit_bzero(void *, size_t);

static void reads(const void *from, size_t size, uint64_t pc)
{
	td_access_range((uint64_t)from, size, 0, pc);
}

static void writes(const void *to, size_t size, uint64_t pc)
{
	td_access_range((uint64_t)to, size, 1, pc);
}

/* With the byte that ends it, if it ends within these. */
static size_t size_in_text(const char *text, size_t most)
{
	size_t length = most == SIZE_MAX ? __real_strlen(text) : __real_strnlen(text, most);

	return length < most ? length + 1 : most;
}

void td_access_text(const char *text, size_t most, uint64_t pc)
{
	if (td_current)
		reads(text, size_in_text(text, most), pc);
}

static void reads_string(const char *from, uint64_t pc)
{
	td_access_text(from, SIZE_MAX, pc);
}

TD_EXPORT void *__wrap_memcpy(void *to, const void *from, size_t size)
{
	td_access_copy((uint64_t)to, (uint64_t)from, size, TD_HERE);
	return __real_memcpy(to, from, size);
}

TD_EXPORT void *__wrap_memmove(void *to, const void *from, size_t size)
{
	td_access_copy((uint64_t)to, (uint64_t)from, size, TD_HERE);
	return __real_memmove(to, from, size);
}

TD_EXPORT void *__wrap_memset(void *to, int byte, size_t size)
{
	writes(to, size, TD_HERE);
	return __real_memset(to, byte, size);
}

TD_EXPORT void *__tsan_memcpy(void *to, const void *from, size_t size)
{
	td_access_copy((uint64_t)to, (uint64_t)from, size, TD_HERE);
	return __real_memcpy(to, from, size);
}

TD_EXPORT void *__tsan_memmove(void *to, const void *from, size_t size)
{
	td_access_copy((uint64_t)to, (uint64_t)from, size, TD_HERE);
	return __real_memmove(to, from, size);
}

TD_EXPORT void *__tsan_memset(void *to, int byte, size_t size)
{
	writes(to, size, TD_HERE);
	return __real_memset(to, byte, size);
}

TD_EXPORT int __wrap_memcmp(const void *a, const void *b, size_t size)
{
	reads(a, size, TD_HERE);
	reads(b, size, TD_HERE);
	return __real_memcmp(a, b, size);
}

TD_EXPORT void *__wrap_memchr(const void *from, int byte, size_t size)
{
	reads(from, size, TD_HERE);
	return __real_memchr(from, byte, size);
}

TD_EXPORT size_t __wrap_strlen(const char *text)
{
	reads_string(text, TD_HERE);
	return __real_strlen(text);
}

TD_EXPORT size_t __wrap_strnlen(const char *text, size_t limit)
{
	td_access_text(text, limit, TD_HERE);
	return __real_strnlen(text, limit);
}

TD_EXPORT char *__wrap_strcpy(char *to, const char *from)
{
	if (td_current)
		td_access_copy((uint64_t)to, (uint64_t)from, __real_strlen(from) + 1, TD_HERE);
	return __real_strcpy(to, from);
}

TD_EXPORT char *__wrap_stpcpy(char *to, const char *from)
{
	if (td_current)
		td_access_copy((uint64_t)to, (uint64_t)from, __real_strlen(from) + 1, TD_HERE);
	return __real_stpcpy(to, from);
}

TD_EXPORT char *__wrap_strncpy(char *to, const char *from, size_t size)
{
	if (td_current) {
		size_t copied = size_in_text(from, size);

		writes(to + copied, size - copied, TD_HERE);
		td_access_copy((uint64_t)to, (uint64_t)from, copied, TD_HERE);
	}
	return __real_strncpy(to, from, size);
}

TD_EXPORT char *__wrap_strcat(char *to, const char *from)
{
	reads_string(to, TD_HERE);
	if (td_current)
		td_access_copy((uint64_t)(to + __real_strlen(to)), (uint64_t)from, __real_strlen(from) + 1, TD_HERE);
	return __real_strcat(to, from);
}

TD_EXPORT char *__wrap_strncat(char *to, const char *from, size_t size)
{
	reads_string(to, TD_HERE);
	if (td_current) {
		char *end = to + __real_strlen(to);

		writes(end + __real_strnlen(from, size), 1, TD_HERE);
		td_access_copy((uint64_t)end, (uint64_t)from, size_in_text(from, size), TD_HERE);
	}
	return __real_strncat(to, from, size);
}

TD_EXPORT int __wrap_strcmp(const char *a, const char *b)
{
	reads_string(a, TD_HERE);
	reads_string(b, TD_HERE);
	return __real_strcmp(a, b);
}

TD_EXPORT int __wrap_strncmp(const char *a, const char *b, size_t size)
{
	td_access_text(a, size, TD_HERE);
	td_access_text(b, size, TD_HERE);
	return __real_strncmp(a, b, size);
}

TD_EXPORT char *__wrap_strchr(const char *text, int c)
{
	reads_string(text, TD_HERE);
	return __real_strchr(text, c);
}

TD_EXPORT char *__wrap_strrchr(const char *text, int c)
{
	reads_string(text, TD_HERE);
	return __real_strrchr(text, c);
}

TD_EXPORT char *__wrap_strstr(const char *text, const char *part)
{
	reads_string(text, TD_HERE);
	reads_string(part, TD_HERE);
	return __real_strstr(text, part);
}

TD_EXPORT char *__wrap_strdup(const char *text)
{
	reads_string(text, TD_HERE);
	return __real_strdup(text);
}

TD_EXPORT void __wrap_bcopy(const void *from, void *to, size_t size)
{
	td_access_copy((uint64_t)to, (uint64_t)from, size, TD_HERE);
	__real_bcopy(from, to, size);
}

TD_EXPORT void __wrap_bzero(void *to, size_t size)
{
	writes(to, size, TD_HERE);
	__real_bzero(to, size);
}

TD_EXPORT void __wrap_explicit_bzero(void *to, size_t size)
{
	writes(to, size, TD_HERE);
	__real_explicit_bzero(to, size);
}
