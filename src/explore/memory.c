#include "memory.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A line of /proc/PID/status; 0 if the process is gone. */
static uint64_t kilobytes(pid_t pid, const char *name)
{
	char *path = td_format("/proc/%d/status", (int)pid), line[256];
	FILE *file = fopen(path, "r");
	uint64_t number = 0;

	while (file && fgets(line, sizeof line, file))
		if (!strncmp(line, name, strlen(name)))
			number = strtoull(line + strlen(name), NULL, 10);
	if (file)
		fclose(file);
	free(path);
	return number;
}

void td_memory_note(struct td_memory *self, pid_t pid, int is_first)
{
	uint64_t peak = kilobytes(getpid(), "VmHWM:") + (pid ? kilobytes(pid, "VmHWM:") : 0);

	self->last = kilobytes(getpid(), "VmRSS:") + (pid ? kilobytes(pid, "VmRSS:") : 0);
	if (is_first || !self->first)
		self->first = self->last;
	if (peak > self->peak)
		self->peak = peak;
}
