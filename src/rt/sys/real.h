/* The C library's own function behind one that the runtime intercepts. */
#ifndef TD_RT_REAL_H
#define TD_RT_REAL_H

#include "os.h"

struct td_real {
	const char *name;
	void **found;
};

extern const struct td_real __start_td_reals[], __stop_td_reals[];

/* TD_REAL(pthread_create)(...) calls it. */
#define TD_REAL(function)                                                     \
	(__extension__({                                                      \
		static void *TD_STATE found;                                  \
		static const struct td_real here __attribute__((section("td_reals"), used)) = {#function, &found}; \
		(__typeof__(&function))(found ? found : td_real(&here));      \
	}))

/* Finds them all.  Later, to look for one would make a thread of the program forget what dlerror has to say. */
void td_real_setup(void);
void *td_real(const struct td_real *function);

#endif
