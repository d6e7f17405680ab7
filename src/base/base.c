#include "base.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One write per message, so that lines of the tool and of its children do not mix. */
static void say(const char *prefix, const char *fmt, va_list args)
{
	char text[4096];
	size_t used = (size_t)snprintf(text, sizeof text, "treadle: %s", prefix);

	vsnprintf(text + used, sizeof text - used, fmt, args);
	fflush(stdout);
	fprintf(stderr, "%s\n", text);
}

void td_bug(const char *file, int line, const char *fmt, ...)
{
	char where[256];
	va_list args;

	snprintf(where, sizeof where, "BUG at %s:%d: ", file, line);
	va_start(args, fmt);
	say(where, fmt, args);
	va_end(args);
	exit(TD_EXIT_BUG);
}

void die(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say("", fmt, args);
	va_end(args);
	exit(TD_EXIT_COULD_NOT);
}

void usage(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say("", fmt, args);
	va_end(args);
	exit(TD_EXIT_USAGE);
}

const char *td_counted(uint64_t count, const char *one, const char *many)
{
	return count == 1 ? one : many;
}

int error(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say("", fmt, args);
	va_end(args);
	return -1;
}

void warning(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say("warning: ", fmt, args);
	va_end(args);
}

void remark(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say("note: ", fmt, args);
	va_end(args);
}

void *td_alloc(size_t size)
{
	void *memory = calloc(1, size ? size : 1);

	if (!memory)
		die("out of memory (%zu bytes)", size);
	return memory;
}

void *td_grow(void *old, size_t size)
{
	void *memory = realloc(old, size ? size : 1);

	if (!memory)
		die("out of memory (%zu bytes)", size);
	return memory;
}

void *td_copy(const void *bytes, size_t size)
{
	return size ? memcpy(td_alloc(size), bytes, size) : td_alloc(1);
}

char *td_strdup(const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(td_alloc(size), text, size);
}

char *td_format(const char *fmt, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, fmt);
	length = vasprintf(&text, fmt, args);
	va_end(args);
	if (length < 0)
		die("out of memory");
	return text;
}

char *td_trimmed(char *text)
{
	char *end = text + strlen(text);

	while (isspace((unsigned char)*text))
		text++;
	while (end > text && isspace((unsigned char)end[-1]))
		*--end = '\0';
	return text;
}

double td_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
