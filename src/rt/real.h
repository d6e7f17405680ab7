/* The C library's own function behind one that the runtime intercepts. */
#ifndef TD_RT_REAL_H
#define TD_RT_REAL_H

#include "os.h"

/* TD_REAL(pthread_create)(...) calls it. */
#define TD_REAL(function)                                                     \
	(__extension__({                                                      \
		static void *TD_STATE found;                                  \
		(__typeof__(&function))(found ? found : td_real(#function, &found)); \
	}))

void *td_real(const char *name, void **found);

#endif
