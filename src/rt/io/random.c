#include "random.h"

#include "rt/hooks.h"
#include "rt/search.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

enum { MEMORY_DEVICES = 1, RANDOM = 8, URANDOM = 9 };

/* Two threads that do the same do not draw the same: they may make names of it, which nobody else has. */
void td_random_fill(void *buffer, size_t size, uint64_t pc)
{
	uint64_t seed = td_mix(td_current->origin.lineage, ++td_current->counts.draws);
	td_symmetry_named(td_current, pc);
	for (size_t i = 0; i < size; i++)
		((uint8_t *)buffer)[i] = (uint8_t)(td_mix(seed, i) >> 24);
}

int td_random_is_device(int fd)
{
	struct stat status;
	return !td_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) && S_ISCHR(status.st_mode) && major(status.st_rdev) == MEMORY_DEVICES &&
	       (minor(status.st_rdev) == RANDOM || minor(status.st_rdev) == URANDOM);
}

static void give(void *buffer, size_t size, uint64_t pc)
{
	td_access_of_caller(buffer, size, 1, pc);
	td_random_fill(buffer, size, pc);
}

TD_EXPORT ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
	if (!td_current)
		return TD_REAL(getrandom)(buffer, size, flags);
	give(buffer, size, TD_HERE);
	return (ssize_t)size;
}

TD_EXPORT int getentropy(void *buffer, size_t size)
{
	if (!td_current)
		return TD_REAL(getentropy)(buffer, size);
	give(buffer, size, TD_HERE);
	return 0;
}

#if __GLIBC_PREREQ(2, 36)
TD_EXPORT void arc4random_buf(void *buffer, size_t size)
{
	if (td_current)
		give(buffer, size, TD_HERE);
	else
		TD_REAL(arc4random_buf)(buffer, size);
}

static uint32_t draw(uint64_t pc)
{
	uint32_t value;
	td_random_fill(&value, sizeof value, pc);
	return value;
}

TD_EXPORT uint32_t arc4random(void)
{
	return td_current ? draw(TD_HERE) : TD_REAL(arc4random)();
}

TD_EXPORT uint32_t arc4random_uniform(uint32_t bound)
{
	if (!td_current)
		return TD_REAL(arc4random_uniform)(bound);
	return bound ? draw(TD_HERE) % bound : 0;
}
#endif

/* std::random_device asks the processor. */
unsigned _ZNSt13random_device9_M_getvalEv(void *self);
TD_EXPORT unsigned _ZNSt13random_device9_M_getvalEv(void *self)
{
	unsigned value;
	if (!td_current)
		return TD_REAL(_ZNSt13random_device9_M_getvalEv)(self);
	td_random_fill(&value, sizeof value, TD_HERE);
	return value;
}
