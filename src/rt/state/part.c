#include "part.h"

void td_parts_flush(void)
{
	for (uint32_t i = 0; i < td_part_count; i++)
		if (td_parts[i].flush)
			td_parts[i].flush();
}

int td_parts_wait_outside(void)
{
	for (uint32_t i = 0; i < td_part_count; i++)
		if (td_parts[i].wait_outside && td_parts[i].wait_outside())
			return 1;
	return 0;
}
