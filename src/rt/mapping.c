/* Memory that the program maps is new, whatever was at the same address before. */
#include "host.h"
#include "mark.h"
#include "race.h"
#include "real.h"

#include <sys/mman.h>

void *mmap64(void *address, size_t size, int protection, int flags, int fd, off_t offset);

static void *mapped(void *at, size_t size)
{
	if (td_current && at != MAP_FAILED) {
		td_race_fresh((uint64_t)at, (uint64_t)at + size);
		td_mark_refuse(); /* what will be written there is not put back */
	}
	return at;
}

TD_EXPORT void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
	return mapped(TD_REAL(mmap)(address, size, protection, flags, fd, offset), size);
}

TD_EXPORT void *mmap64(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
	return mapped(TD_REAL(mmap)(address, size, protection, flags, fd, offset), size);
}
