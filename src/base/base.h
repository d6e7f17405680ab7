/* The tool's ways to stop, and small helpers every stage uses.  Not for the runtime. */
#ifndef TD_BASE_H
#define TD_BASE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes are a contract with scripts and CI. */
enum { TD_EXIT_CLEAN = 0, TD_EXIT_FOUND = 1, TD_EXIT_COULD_NOT = 2, TD_EXIT_USAGE = 64, TD_EXIT_BUG = 70 };

#define TD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

_Noreturn void td_bug(const char *file, int line, const char *fmt, ...) TD_PRINTF(3, 4);
#define BUG(...) td_bug(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void die(const char *fmt, ...) TD_PRINTF(1, 2);   /* cannot go on: exit 2 */
_Noreturn void usage(const char *fmt, ...) TD_PRINTF(1, 2); /* wrong call: exit 64 */
int error(const char *fmt, ...) TD_PRINTF(1, 2);            /* says it and returns -1 */
void warning(const char *fmt, ...) TD_PRINTF(1, 2);
void remark(const char *fmt, ...) TD_PRINTF(1, 2);            /* nothing is wrong, but it is good to know */

/* Allocation that cannot fail. */
void *td_alloc(size_t size); /* zeroed */
void *td_grow(void *old, size_t size);
void *td_copy(const void *bytes, size_t size); /* never NULL, also of nothing */
char *td_strdup(const char *text);
char *td_format(const char *fmt, ...) TD_PRINTF(1, 2);

/* Without the blanks around it; in place. */
char *td_trimmed(char *text);

/* The word that goes with a number: td_counted(n, "class was", "classes were"). */
const char *td_counted(uint64_t count, const char *one, const char *many);

/* An array that grows: TD_PUSH(list, item) for a struct with members items, count, room. */
#define TD_PUSH(list, item)                                                                          \
	do {                                                                                         \
		if ((list)->count == (list)->room) {                                                 \
			(list)->room = (list)->room ? 2 * (list)->room : 16;                         \
			(list)->items = td_grow((list)->items, (list)->room * sizeof *(list)->items); \
		}                                                                                    \
		(list)->items[(list)->count++] = (item);                                             \
	} while (0)

struct td_strings {
	char **items;
	size_t count, room;
};

uint64_t td_hash_bytes(const void *bytes, size_t size, uint64_t seed); /* for files and tables, not for secrets */
uint64_t td_hash_file(const char *path); /* 0 if it cannot be read */
double td_now(void); /* monotonic seconds */

#endif
