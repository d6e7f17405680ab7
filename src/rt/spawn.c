/* Other programs that the program starts.  They are not controlled, and see the processor's own count of cycles: what the kernel was
 * asked for (cycles.h) would last in them, and kill them. */
#include "cycles.h"
#include "fiber.h"
#include "real.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>

TD_EXPORT int system(const char *command)
{
	if (!td_current)
		return TD_REAL(system)(command);
	td_cycles_are_real(1);
	int status = TD_REAL(system)(command);
	td_cycles_are_real(0);
	return status;
}

TD_EXPORT FILE *popen(const char *command, const char *mode)
{
	if (!td_current)
		return TD_REAL(popen)(command, mode);
	td_cycles_are_real(1);
	FILE *stream = TD_REAL(popen)(command, mode);
	td_cycles_are_real(0);
	return stream;
}

TD_EXPORT int posix_spawn(pid_t *restrict process, const char *restrict path, const posix_spawn_file_actions_t *restrict actions,
			  const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict])
{
	if (!td_current)
		return TD_REAL(posix_spawn)(process, path, actions, attributes, arguments, environment);
	td_cycles_are_real(1);
	int problem = TD_REAL(posix_spawn)(process, path, actions, attributes, arguments, environment);
	td_cycles_are_real(0);
	return problem;
}

TD_EXPORT int posix_spawnp(pid_t *restrict process, const char *restrict file, const posix_spawn_file_actions_t *restrict actions,
			   const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict])
{
	if (!td_current)
		return TD_REAL(posix_spawnp)(process, file, actions, attributes, arguments, environment);
	td_cycles_are_real(1);
	int problem = TD_REAL(posix_spawnp)(process, file, actions, attributes, arguments, environment);
	td_cycles_are_real(0);
	return problem;
}
