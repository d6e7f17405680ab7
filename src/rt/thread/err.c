/* Functions that say what is wrong and end the program: the C library would do that by an exit of its own, which nobody sees. */
#include "exit.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <err.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void end(int status, uint64_t pc)
{
	if (!td_current)
		TD_REAL(exit)(status);
	td_exit(status, pc);
}

TD_EXPORT void verr(int status, const char *format, va_list args)
{
	vwarn(format, args);
	end(status, TD_HERE);
}

TD_EXPORT void verrx(int status, const char *format, va_list args)
{
	vwarnx(format, args);
	end(status, TD_HERE);
}

TD_EXPORT void err(int status, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vwarn(format, args);
	va_end(args);
	end(status, TD_HERE);
}

TD_EXPORT void errx(int status, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vwarnx(format, args);
	va_end(args);
	end(status, TD_HERE);
}

/* These have no variant that takes the arguments as a list, so the text is made before. */

TD_EXPORT void error(int status, int problem, const char *format, ...)
{
	char *text = NULL;
	va_list args;
	va_start(args, format);
	int length = TD_REAL(vasprintf)(&text, format, args);
	va_end(args);
	TD_REAL(error)(0, problem, "%s", length < 0 ? format : text);
	if (status)
		end(status, TD_HERE);
	if (length >= 0)
		free(text);
}

TD_EXPORT void error_at_line(int status, int problem, const char *file, unsigned line, const char *format, ...)
{
	char *text = NULL;
	va_list args;
	va_start(args, format);
	int length = TD_REAL(vasprintf)(&text, format, args);
	va_end(args);
	TD_REAL(error_at_line)(0, problem, file, line, "%s", length < 0 ? format : text);
	if (status)
		end(status, TD_HERE);
	if (length >= 0)
		free(text);
}
