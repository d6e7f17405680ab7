/* Plain reads and writes of memory. */
#ifndef TD_RT_ACCESS_H
#define TD_RT_ACCESS_H

#include "rt/state.h"

/* The slow way: the granule is shared, new, or not to be touched. */
void td_access(struct td_fiber *fiber, uint64_t address, uint32_t size, int write, uint64_t pc);

/* A block of memory is read or written by one operation (memcpy, a struct copy). */
void td_access_range(uint64_t address, uint64_t size, int write, uint64_t pc);

/* A string is read, with its end; of one that need not have an end, at most so many bytes. */
void td_access_text(const char *text, size_t most, uint64_t pc);

/* The same for what a function of the C library does with memory that its caller has given it, if that is code of the program's: what
 * libraries have among themselves they keep apart by means that are not seen. */
int td_works_for_program(uint64_t pc);
void td_access_of_caller(const void *start, uint64_t size, int write, uint64_t pc);
void td_access_text_of_caller(const char *text, size_t most, uint64_t pc);

/* What a system call has found out, in memory of ours, goes where the program wants it: a write of the program's, after the call. */
void td_access_give(void *to, const void *from, uint64_t size, uint64_t pc);

/* A block is copied: one scheduling point, for nobody can come between reading and writing. */
void td_access_copy(uint64_t to, uint64_t from, uint64_t size, uint64_t pc);

/* Is any part of it known to be shared? */
int td_is_shared(uint64_t address, uint64_t size);

/* Is the memory that an atomic operation works on known to be touched by one thread only?  Also learns. */
int td_is_private(struct td_fiber *fiber, uint64_t address, uint32_t size, uint64_t pc);

/* The fibre writes to memory that only it is known to touch. */
void td_access_own(struct td_fiber *fiber, uint64_t address);

/* The kernel reads a word for the fibre, as an event of another kind: writes of the word are events then, also where only one thread
 * touches it in code of its own. */
void td_access_by_kernel(const struct td_fiber *fiber, uint64_t address);

/* Ends the execution if the memory may not be touched: to be called when the operation has its turn. */
void td_access_check(struct td_fiber *fiber, uint64_t address, uint64_t size, int write, uint64_t pc);

#endif
