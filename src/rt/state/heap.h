/* The program's heap: the same addresses in every execution.
 *
 * Each thread allocates from a stretch of its own, so where its blocks lie does not depend on what other threads do.  Freed
 * memory is not used again before a good deal of other memory has been freed (QUARANTINE), and accesses to it by woven code
 * are caught through the shadow; so are accesses to the header before each block.  New memory is filled with a pattern, but for large blocks
 * (large.h).
 *
 *      | header 48 bytes, no access | the block, rounded up to 16 |
 */
#ifndef TD_RT_HEAP_H
#define TD_RT_HEAP_H

#include "fiber.h"

struct td_block {
	uint64_t size;          /* as asked for */
	uint64_t room;          /* bytes behind the header */
	uint64_t alloc_pc, free_pc;
	struct td_block *next;  /* in quarantine, or free */
	uint64_t state;         /* TD_BLOCK_* */
};

enum { TD_BLOCK_HEADER = sizeof(struct td_block), TD_HEAP_ALIGN = 16 };
enum { TD_BLOCK_LIVE = 0x6c697665, TD_BLOCK_FREED = 0x66726565 };

void td_heap_setup(void);
/* What was allocated before main, in whole pages, in one of the two stretches for that; it grows by what the host needs later. */
void td_heap_early_range(uint32_t which, uint64_t *start, uint64_t *end);
void td_heap_describe_early(void);         /* those blocks, for names in a report */
void td_heap_reset(void);                  /* after memory was put back */
void td_heap_mark(void);                   /* see mark.h */
void td_heap_back(void);

uint64_t td_heap_hash(void);               /* of what this execution's threads have allocated */
int td_heap_has(uint64_t address);
int td_heap_is_of(const struct td_fiber *fiber, uint64_t address); /* in the stretch that it allocates from */
/* The block around or before the address; NULL if there is none. */
struct td_block *td_heap_block(uint64_t address);
void td_heap_describe(uint64_t address); /* the block that it lies in, if any, for a report */

void td_heap_describe_block(const struct td_block *block);

/* A new block, or NULL; with all its bytes set to `fill`. */
void *td_heap_allocate(uint64_t size, uint64_t align, int fill, uint64_t pc);
void td_heap_release(void *data, uint64_t pc); /* a live block */
void td_heap_move(void *data, void *to);       /* from one block, which is freed then, to another, as much as fits there */
int td_heap_is_live(const void *data);
void td_heap_learn_shared(uint64_t address);   /* a thread that uses freed memory shares it with the one that freed it */

#endif
