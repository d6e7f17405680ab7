/* What is mapped in this process, where the kernel chose the place: /proc/self/maps. */
#ifndef TD_RT_MAPS_H
#define TD_RT_MAPS_H

#include <stdint.h>

struct td_mapping {
	uint64_t start, end;
	uint8_t protection;      /* PROT_* */
	uint8_t is_private, is_anonymous;
};

/* Takes down the list.  The caller may change mappings while it goes through it. */
void td_maps_read(void);

/* The next mapping of the list; 0: there is none.  The first call after td_maps_read gives the first one.  The stack and what the kernel
 * itself has put there (vdso) are left out, and so is what the runtime has placed. */
int td_maps_next(struct td_mapping *mapping);

#endif
