#include "pool.h"

#include "os.h"
#include "session.h"

enum { CLASSES = 40, GRAIN = 32 };
#define ROOM (8ull << 30)
#define PLENTY (256ll << 20)     /* of pieces */

/* Lives at the start of its own stretch. */
struct pool {
	uint64_t top;
	int64_t taken;           /* bytes; below 0 if it was given more back by others than it has given them */
	void *free[CLASSES];
};

static uint64_t TD_STATE next_table;
static uint64_t TD_STATE stretches;
static struct pool TD_STATE *pool;

static _Noreturn void refuse(const char *why)
{
	td_channel->done.refused = 1;
	td_panic(why);
}

void *td_pool_table(size_t size)
{
	uint64_t at = next_table ? next_table : TD_SEARCH_ADDRESS;
	next_table = at + ((size + 4095) & ~4095ull);
	if (next_table > TD_SEARCH_ADDRESS + TD_SEARCH_SIZE)
		refuse("no room for the search");
	return (void *)at;
}

void td_pool_setup(void)
{
	stretches = (uint64_t)td_pool_table(TD_MOST_WORKERS * ROOM);
	td_pool_belong(0);
}

void td_pool_belong(uint32_t worker)
{
	pool = (struct pool *)(stretches + worker * ROOM);
}

void td_pool_reset(uint32_t workers)
{
	for (uint32_t i = 0; i < workers; i++)
		*(struct pool *)(stretches + i * ROOM) = (struct pool){0};
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
	pool->taken += (int64_t)size;
	if (piece) {
		pool->free[class] = *(void **)piece;
	} else {
		if (!pool->top)
			pool->top = (uint64_t)pool + 4096;
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
	pool->taken -= (int64_t)size;
	*(void **)piece = pool->free[class];
	pool->free[class] = piece;
}

int td_pool_is_short(void)
{
	return td_self_check() ? pool->taken / 128 % 2 : pool->taken > PLENTY;
}
