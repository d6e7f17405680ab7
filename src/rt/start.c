/* The way in: the program's entry code calls __libc_start_main, which is ours. */
#include "host.h"
#include "real.h"

#include <stdlib.h>
#include <unistd.h>

TD_EXPORT const char treadle_rt_version[] = "treadle runtime 1";

static uint8_t TD_STATE looked, attached;
static td_main_function TD_STATE *program_main;

static int number_of(const char *text)
{
	int number = 0;
	while (*text >= '0' && *text <= '9')
		number = 10 * number + (*text++ - '0');
	return number;
}

/* The channel is looked for at the first malloc, long before main; the environment is not changed before the first look. */
static void look_for_channel(void)
{
	looked = 1;
	const char *name = getenv(TD_CHANNEL_ENV);
	if (!name)
		return;
	td_channel = td_map_file(number_of(name), sizeof *td_channel);
	if (td_channel->magic != TD_CHANNEL_MAGIC || td_channel->size != sizeof *td_channel ||
	    td_channel->version != TD_CHANNEL_VERSION)
		td_panic("the program was compiled with another version of treadle; compile it again");
	td_map_file_at(TD_SEARCH_ADDRESS, number_of(name), TD_SEARCH_OFFSET, TD_SEARCH_SIZE);
	attached = 1;
}

int td_attached(void)
{
	if (unlikely(!looked) && environ)
		look_for_channel();
	return attached;
}

static int controlled_main(int argc, char **argv, char **environment)
{
	/* Ours and the tool's: the program sees the environment the user gave. */
	unsetenv(TD_CHANNEL_ENV);
	unsetenv("LD_BIND_NOW");
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
