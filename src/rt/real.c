#include "real.h"

#include <dlfcn.h>

void *td_real(const char *name, void **found)
{
	*found = dlsym(RTLD_NEXT, name);
	if (!*found)
		td_panic(name);
	return *found;
}
