/* The way in: the program's entry code calls __libc_start_main, which is ours. */
#include "host.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <alloca.h>
#include <stdlib.h>
#include <unistd.h>

TD_EXPORT const char treadle_rt_version[] = "treadle runtime 1";

static td_main_function TD_STATE *program_main;

static int controlled_main(int argc, char **argv, char **environment)
{
	/* Ours and the tool's: the program sees the environment the user gave. */
	unsetenv(TD_CHANNEL_ENV);
	unsetenv("LD_BIND_NOW");
	/* The pages of the arguments are put back whole, so the host's frames must lie below them. */
	uint64_t here = (uint64_t)__builtin_frame_address(0), lowest = td_putback_stack_start(argv);
	*(volatile char *)alloca(here > lowest ? here - lowest : 1) = 0;
	td_host_run(program_main, argc, argv, environment);
}

typedef int start_function(td_main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
start_function __libc_start_main;

TD_EXPORT int __libc_start_main(td_main_function *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
				void (*rtld_fini)(void), void *stack_end)
{
	program_main = main;
	if (!td_attached())
		td_real_setup(); /* otherwise the host does so */
	return TD_REAL(__libc_start_main)(td_attached() ? controlled_main : main, argc, argv, init, fini, rtld_fini, stack_end);
}
