#include "places.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"

static char *parent_of(const char *path)
{
	char *parent = td_strdup(path), *slash = strrchr(parent, '/');

	if (!slash)
		BUG("%s is not absolute", path);
	*slash = '\0';
	return parent;
}

static void forget_missing(char **program)
{
	if (access(*program, X_OK) == 0)
		return;
	free(*program);
	*program = NULL;
}

void td_places_find(struct td_places *self)
{
	char *here, *above, *parts;

	self->tool = realpath("/proc/self/exe", NULL);
	if (!self->tool)
		die("cannot find out where treadle lies: /proc is needed");
	here = parent_of(self->tool);
	above = parent_of(here);
	self->runtime = td_format("%s/libtreadle-rt.a", here);
	parts = access(self->runtime, F_OK) == 0 ? td_strdup(here) : td_format("%s/lib/treadle", above);
	free(self->runtime);
	self->runtime = td_format("%s/libtreadle-rt.a", parts);
	self->stub = td_format("%s/libtreadle-stub.a", parts);
	self->sync = strcmp(parts, here) ? td_format("%s/lib", above) : td_strdup(here);
	self->weaver = td_format("%s/treadle-weave", parts);
	self->parser = td_format("%s/treadle-parse", parts);
	self->headers = td_format("%s/include", above);
	forget_missing(&self->weaver);
	forget_missing(&self->parser);
	free(parts);
	free(above);
	free(here);
}
