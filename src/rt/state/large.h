/* Large blocks of the heap: each is a mapping of its own, so it costs what is touched of it.
 *
 *      | gap for alignment | header 48 bytes, no access | the block | at least 48 bytes, no access | a page that faults |
 *
 * The memory is fresh and zero, as the C library's is for such blocks; no pattern is written into it.  The shadow gets entries only where the
 * program comes: those of a freed block are made when they are first looked at (td_large_made_shadow).  A freed block is unmapped but for
 * its header, and its place is used again only when there is no other.
 *
 * As in the heap, each thread has a stretch of addresses; what does not fit there comes behind each other in one that is common to all.
 * An execution with a large block has no marks: such blocks do not fit into one. */
#ifndef TD_RT_LARGE_H
#define TD_RT_LARGE_H

#include "heap.h"

int td_large_is(uint64_t size);              /* would a block of so many bytes be one? */
void *td_large_allocate(uint64_t size, uint64_t align, uint64_t pc); /* NULL: no room */
void td_large_release(struct td_block *block, uint64_t pc);
struct td_block *td_large_block(uint64_t address); /* around the address; NULL: there is none */
int td_large_is_of(const struct td_fiber *fiber, uint64_t address); /* in the stretch that it allocates from */

/* As much of the first block as fits into the second; what lies in whole pages is moved, not copied. */
void td_large_move(struct td_block *from, struct td_block *to);

uint64_t td_large_hash(uint64_t hash);       /* of what is in them */
void td_large_reset(void);                   /* after an execution */

/* Entries for these addresses have just been made, all of them zero. */
void td_large_made_shadow(uint64_t start, uint64_t end);

#endif
