/* The last steps of a process before it is the program under test. */
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <unistd.h>

int td_memory_file(const char *name, const void *bytes, uint64_t size)
{
	int fd = memfd_create(name, MFD_CLOEXEC), high;
	uint64_t done = 0;

	/* Above the place of the channel, so that becoming the program cannot overwrite it. */
	high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, TD_CHANNEL_FD + 10);
	if (high < 0)
		die("cannot make a file in memory: %s", strerror(errno));
	close(fd);
	while (done < size) {
		ssize_t put = write(high, (const char *)bytes + done, size - done);

		if (put <= 0)
			die("cannot write a file in memory: %s", strerror(errno));
		done += (uint64_t)put;
	}
	return high;
}

static int is_variable(const char *entry, const char *name)
{
	size_t length = strlen(name);

	return !strncmp(entry, name, length) && entry[length] == '=';
}

static char **environment_of(const struct td_command *command)
{
	static char bind_now[] = "LD_BIND_NOW=1";
	size_t count = 0, kept = 0;
	char **list;

	while (command->environment[count])
		count++;
	list = td_alloc((count + 3) * sizeof *list);
	for (size_t i = 0; i < count; i++) {
		char *entry = command->environment[i];

		if (!is_variable(entry, TD_CHANNEL_ENV) && !is_variable(entry, "LD_BIND_NOW"))
			list[kept++] = entry;
	}
	/* Lazy binding would write to memory that is put back between executions, at a moment that depends on the
	 * schedule. */
	list[kept++] = bind_now;
	list[kept++] = td_format("%s=%d", TD_CHANNEL_ENV, TD_CHANNEL_FD);
	return list;
}

/* Each process reads the input from its start: a descriptor that is inherited would share its place. */
static int take_input(int input_fd)
{
	char path[64] = "/dev/null";
	int fd;

	if (input_fd >= 0)
		snprintf(path, sizeof path, "/proc/self/fd/%d", input_fd);
	fd = open(path, O_RDONLY);
	return fd < 0 ? -1 : fd == 0 ? 0 : dup2(fd, 0);
}

void td_session_become(const struct td_command *command, int channel_fd, int input_fd, int output_fd)
{
	/* 1 byte keeps both a core file and a handler that the kernel pipes cores to from being used. */
	struct rlimit no_core = { .rlim_cur = 1 };
	struct rlimit core;
	char **environment = environment_of(command);

	if (getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_max >= 1) {
		no_core.rlim_max = core.rlim_max;
		setrlimit(RLIMIT_CORE, &no_core);
	}
	personality(personality(0xffffffff) |
		    ADDR_NO_RANDOMIZE); /* refused in some containers; replay does not need it */
	if (chdir(command->directory) < 0)
		return;
	if (take_input(input_fd) < 0)
		return;
	if (output_fd >= 0 && (dup2(output_fd, 1) < 0 || dup2(output_fd, 2) < 0))
		return;
	/* The program's own descriptors start at 3, whatever the tool's caller had open. */
	close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
	if (channel_fd == TD_CHANNEL_FD)
		fcntl(channel_fd, F_SETFD, 0);
	else if (dup2(channel_fd, TD_CHANNEL_FD) < 0)
		return;
	execve(command->program, command->argv, environment);
}
