/* Other programs that the program starts.  They are not controlled, and see the processor's own count of cycles: what the kernel was
 * asked for (cycles.h) would last in them, and kill them.  A program that becomes another one is refused. */
#include "cycles.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

/* Behind vfork another process does it, on the thread's stack. */
static int is_end(void)
{
	return td_current && td_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0) == td_process;
}

static int is_program(const char *path)
{
	struct stat status;
	return !td_syscall(SYS_access, (long)path, X_OK, 0, 0, 0, 0) && !td_syscall(SYS_stat, (long)path, (long)&status, 0, 0, 0, 0) &&
	       S_ISREG(status.st_mode);
}

/* No name of a directory stands for the one that the process is in. */
static int is_program_in(const char *directory, size_t length, const char *file)
{
	char path[PATH_MAX];
	if (length + td_length(file) + 2 > sizeof path)
		return 0;
	td_plain_copy(path, directory, length);
	td_text(path + length, sizeof path - length, "%s%s", length ? "/" : "", file);
	return is_program(path);
}

/* Somewhere along the PATH; what has a directory in its name is not looked for. */
static int is_command(const char *file)
{
	const char *from = getenv("PATH"), *to;
	for (to = file; *to && *to != '/'; to++)
		;
	if (*to || !from)
		return is_program(file);
	for (;; from = to + 1) {
		for (to = from; *to && *to != ':'; to++)
			;
		if (is_program_in(from, (size_t)(to - from), file))
			return 1;
		if (!*to)
			return 0;
	}
}

/* Nothing of the program is left then.  Where there is no program to become, the call fails as always. */
static void refuse_if(int is_possible, uint64_t pc)
{
	if (!is_possible)
		return;
	td_current->pending.pc = pc;
	td_unsupported("exec: the program replaces itself by another one, which cannot be followed");
}

static int become(const char *path, char *const arguments[], char *const environment[], uint64_t pc)
{
	refuse_if(is_end() && is_program(path), pc);
	return WITH_REAL_CYCLES(TD_REAL(execve)(path, arguments, environment));
}

static int become_command(const char *file, char *const arguments[], char *const environment[], uint64_t pc)
{
	refuse_if(is_end() && is_command(file), pc);
	return WITH_REAL_CYCLES(TD_REAL(execvpe)(file, arguments, environment));
}

TD_EXPORT int execve(const char *path, char *const arguments[], char *const environment[])
{
	return become(path, arguments, environment, TD_HERE);
}

TD_EXPORT int fexecve(int fd, char *const arguments[], char *const environment[])
{
	refuse_if(is_end(), TD_HERE);
	return WITH_REAL_CYCLES(TD_REAL(fexecve)(fd, arguments, environment));
}

TD_EXPORT int execvpe(const char *file, char *const arguments[], char *const environment[])
{
	return become_command(file, arguments, environment, TD_HERE);
}

TD_EXPORT int execv(const char *path, char *const arguments[])
{
	return become(path, arguments, environ, TD_HERE);
}

TD_EXPORT int execvp(const char *file, char *const arguments[])
{
	return become_command(file, arguments, environ, TD_HERE);
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
	return become(path, arguments, environ, TD_HERE);
}

TD_EXPORT int execlp(const char *file, const char *first, ...)
{
	GATHER(first);
	va_end(others);
	return become_command(file, arguments, environ, TD_HERE);
}

TD_EXPORT int execle(const char *path, const char *first, ...)
{
	GATHER(first);
	char *const *environment = va_arg(others, char *const *);
	va_end(others);
	return become(path, arguments, environment, TD_HERE);
}
