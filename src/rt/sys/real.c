#include "real.h"

#include "os.h"

#include <dlfcn.h>

/* Some are in libraries that the program does not use. */
void td_real_setup(void)
{
	for (const struct td_real *function = __start_td_reals; function < __stop_td_reals; function++)
		if (!*function->found)
			*function->found = dlsym(RTLD_NEXT, function->name);
	while (dlerror())
		;
}

void *td_real(const struct td_real *function)
{
	*function->found = dlsym(RTLD_NEXT, function->name);
	if (!*function->found)
		td_panic(function->name);
	return *function->found;
}
