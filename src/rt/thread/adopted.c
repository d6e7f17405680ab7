/* The program's own functions with the names of verification benchmarks, where they do nothing.
 *
 * A call of such a function has to do what its name says.  The function is compiled code by now, and its callers have its address;
 * so a jump to ours is written over its first bytes, before the program begins.  It is not written into the file: run by
 * itself, the program does what it always did. */
#include "annotate.h"
#include "rt/code.h"
#include "rt/state.h"
#include "rt/sys.h"
#include "wire/adopted.h"

#include <sys/mman.h>
#include <sys/syscall.h>

void __tsan_func_entry(void *caller);
void __tsan_func_exit(void);

enum { JUMP = 0xe9, JUMP_SIZE = 5, PAGE = 4096 };

static void *const ours[TD_ADOPTED] = {
	[TD_ADOPTED_REACH_ERROR] = td_verifier_reach_error,
	[TD_ADOPTED_ERROR] = td_verifier_error,
	[TD_ADOPTED_ASSERT] = td_verifier_assert,
	[TD_ADOPTED_ASSUME] = td_verifier_assume,
	[TD_ADOPTED_ATOMIC_BEGIN] = td_verifier_atomic_begin,
	[TD_ADOPTED_ATOMIC_END] = td_verifier_atomic_end,
};

static int is_empty(uint64_t start, uint64_t end)
{
	const void *const hooks[] = {__tsan_func_entry, __tsan_func_exit, NULL};
	return end - start >= JUMP_SIZE && td_code_is_empty((const uint8_t *)start, (const uint8_t *)end, hooks);
}

/* The distance always fits: both are in the program's file. */
static int write_jump(uint64_t from, uint64_t to)
{
	uint64_t page = from / PAGE * PAGE, size = from + JUMP_SIZE - page;
	int32_t distance = (int32_t)(to - from - JUMP_SIZE);
	if (td_syscall(SYS_mprotect, (long)page, (long)size, PROT_READ | PROT_WRITE | PROT_EXEC, 0, 0, 0))
		return 0;
	*(volatile uint8_t *)from = JUMP;
	for (unsigned i = 0; i < sizeof distance; i++)
		((volatile uint8_t *)from)[1 + i] = ((const uint8_t *)&distance)[i];
	td_syscall(SYS_mprotect, (long)page, (long)size, PROT_READ | PROT_EXEC, 0, 0, 0);
	return 1;
}

void td_adopt(const char *name, uint64_t start, uint64_t end)
{
	for (uint32_t i = 0; i < TD_ADOPTED; i++)
		if (td_same(name, td_adopted_names[i]) && is_empty(start, end) && write_jump(start, (uint64_t)ours[i]))
			td_channel->adopted |= 1u << i;
}
