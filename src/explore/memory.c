#include "memory.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds between two looks: the kernel takes as long for one as for many executions. */
static const double interval = 0.1;

struct status {
	uint64_t now, peak;
};

static void take_line(const char *line, const char *name, uint64_t *number)
{
	if (!strncmp(line, name, strlen(name)))
		*number += strtoull(line + strlen(name), NULL, 10);
}

/* Adds what /proc/PID/status says; nothing if the process is gone. */
static void add_process(struct status *status, pid_t pid)
{
	char *path = td_format("/proc/%d/status", (int)pid), line[256];
	FILE *file = fopen(path, "r");

	while (file && fgets(line, sizeof line, file)) {
		take_line(line, "VmHWM:", &status->peak);
		take_line(line, "VmRSS:", &status->now);
	}
	if (file)
		fclose(file);
	free(path);
}

void td_memory_note(struct td_memory *self, pid_t pid, int is_first)
{
	struct status status = {0};

	if (self->first && td_now() < self->looked + interval)
		return;
	self->looked = td_now();
	add_process(&status, getpid());
	if (pid)
		add_process(&status, pid);
	self->last = status.now;
	if (is_first || !self->first)
		self->first = self->last;
	if (status.peak > self->peak)
		self->peak = status.peak;
}
