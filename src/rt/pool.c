#include "pool.h"

#include "host.h"

#include <sys/mman.h>
#include <sys/syscall.h>

enum { CLASSES = 40, GRAIN = 32 };
#define ROOM (64ull << 30)

/* Lives at the start of the shared memory itself. */
struct pool {
	uint64_t top;
	void *free[CLASSES];
};

static struct pool TD_STATE *pool;

static _Noreturn void refuse(const char *why)
{
	td_channel->done.refused = 1;
	td_panic(why);
}

void *td_pool_table(size_t size)
{
	long at = td_syscall(SYS_mmap, 0, (long)size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (at < 0 && at > -4096)
		refuse("no memory for the search");
	return (void *)at;
}

void td_pool_reset(void)
{
	if (!pool)
		pool = td_pool_table(ROOM);
	*pool = (struct pool){.top = (uint64_t)pool + 4096};
}

/* Sizes up to CLASSES * GRAIN in steps of GRAIN, above that powers of two. */
static uint32_t class_of(size_t *size)
{
	uint32_t class = (uint32_t)((*size + GRAIN - 1) / GRAIN);
	if (class < CLASSES / 2) {
		*size = class * GRAIN;
		return class;
	}
	uint32_t bits = 64 - (uint32_t)__builtin_clzll(*size - 1);
	*size = 1ull << bits;
	return CLASSES / 2 + bits - 9;
}

void *td_pool_take(size_t size)
{
	uint32_t class = class_of(&size);
	void *piece = pool->free[class];
	if (piece) {
		pool->free[class] = *(void **)piece;
	} else {
		piece = (void *)pool->top;
		pool->top += size;
		if (pool->top > (uint64_t)pool + ROOM)
			refuse("the search has run out of memory");
	}
	return td_plain_set(piece, 0, size);
}

void td_pool_give(void *piece, size_t size)
{
	if (!piece)
		return;
	uint32_t class = class_of(&size);
	*(void **)piece = pool->free[class];
	pool->free[class] = piece;
}
