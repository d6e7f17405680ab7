#include "session.h"

#include "os.h"

#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct td_channel TD_STATE *td_channel;
uint64_t TD_STATE td_execution;
uint64_t TD_STATE td_run;

int TD_STATE td_channel_fd;
long TD_STATE td_process;

static uint8_t TD_STATE looked, attached;

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
	td_channel_fd = number_of(name);
	td_channel = td_map_file(td_channel_fd, sizeof *td_channel);
	if (td_channel->magic != TD_CHANNEL_MAGIC || td_channel->size != sizeof *td_channel ||
	    td_channel->version != TD_CHANNEL_VERSION)
		td_panic("the program was compiled with another version of treadle; compile it again");
	td_map_file_at(TD_SEARCH_ADDRESS, td_channel_fd, TD_SEARCH_OFFSET, TD_SEARCH_SIZE);
	attached = 1;
}

void td_session_is_here(void)
{
	td_process = td_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

int td_attached(void)
{
	if (unlikely(!looked) && environ)
		look_for_channel();
	return attached;
}
