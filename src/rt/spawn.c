/* Other programs that the program starts, or that take its place.  They are not controlled, and see the processor's own count of
 * cycles: what the kernel was asked for (cycles.h) would last in them, and kill them. */
#include "cycles.h"
#include "fiber.h"
#include "real.h"

#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define WITH_REAL_CYCLES(call)                            \
	(__extension__({                                  \
		int is_controlled = td_current != NULL;   \
		if (is_controlled)                        \
			td_cycles_are_real(1);            \
		__auto_type result = (call);              \
		if (is_controlled)                        \
			td_cycles_are_real(0);            \
		result;                                   \
	}))

TD_EXPORT int system(const char *command)
{
	return WITH_REAL_CYCLES(TD_REAL(system)(command));
}

TD_EXPORT FILE *popen(const char *command, const char *mode)
{
	return WITH_REAL_CYCLES(TD_REAL(popen)(command, mode));
}

TD_EXPORT int posix_spawn(pid_t *restrict process, const char *restrict path, const posix_spawn_file_actions_t *restrict actions,
			  const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict])
{
	return WITH_REAL_CYCLES(TD_REAL(posix_spawn)(process, path, actions, attributes, arguments, environment));
}

TD_EXPORT int posix_spawnp(pid_t *restrict process, const char *restrict file, const posix_spawn_file_actions_t *restrict actions,
			   const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict])
{
	return WITH_REAL_CYCLES(TD_REAL(posix_spawnp)(process, file, actions, attributes, arguments, environment));
}

/* Behind vfork, or in the program itself. */
TD_EXPORT int execve(const char *path, char *const arguments[], char *const environment[])
{
	return WITH_REAL_CYCLES(TD_REAL(execve)(path, arguments, environment));
}

TD_EXPORT int fexecve(int fd, char *const arguments[], char *const environment[])
{
	return WITH_REAL_CYCLES(TD_REAL(fexecve)(fd, arguments, environment));
}

TD_EXPORT int execvpe(const char *file, char *const arguments[], char *const environment[])
{
	return WITH_REAL_CYCLES(TD_REAL(execvpe)(file, arguments, environment));
}

TD_EXPORT int execv(const char *path, char *const arguments[])
{
	return execve(path, arguments, environ);
}

TD_EXPORT int execvp(const char *file, char *const arguments[])
{
	return execvpe(file, arguments, environ);
}

/* Those with their arguments one by one; NULL is the last of them. */
static size_t count_of(const char *first, va_list others)
{
	size_t count = 1;
	for (const char *argument = first; argument; argument = va_arg(others, const char *))
		count++;
	return count;
}

static void gather(char **arguments, const char *first, va_list others)
{
	for (*arguments = (char *)first; *arguments; arguments++)
		arguments[1] = va_arg(others, char *);
}

#define GATHER(first)                                     \
	va_list others, again;                            \
	va_start(others, first);                          \
	va_copy(again, others);                           \
	char *arguments[count_of(first, again)];          \
	va_end(again);                                    \
	gather(arguments, first, others)

TD_EXPORT int execl(const char *path, const char *first, ...)
{
	GATHER(first);
	va_end(others);
	return execv(path, arguments);
}

TD_EXPORT int execlp(const char *file, const char *first, ...)
{
	GATHER(first);
	va_end(others);
	return execvp(file, arguments);
}

TD_EXPORT int execle(const char *path, const char *first, ...)
{
	GATHER(first);
	char *const *environment = va_arg(others, char *const *);
	va_end(others);
	return execve(path, arguments, environment);
}
