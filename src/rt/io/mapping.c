#include "mapping.h"

#include "hidden.h"
#include "kernel_mappings.h"
#include "settings.h"
#include "rt/hooks.h"
#include "rt/engine.h"
#include "rt/race.h"
#include "rt/loops.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define STRETCHES 0x290000000000ull
#define STRETCH (4ull << 30)
#define LARGE_ONES 0x600000000000ull /* of all threads: what does not fit into a stretch */

enum { PAGE = 4096, MOST_ELSEWHERE = 256, MOST = 1 << 30 /* bytes that one event is about */ };

struct piece {
	uint64_t start, end;
	int protection;          /* before */
};

static uint64_t TD_STATE used[TD_MAX_THREADS]; /* bytes of the thread's stretch, in this execution */
static uint64_t TD_STATE used_by_large;
static struct piece TD_STATE elsewhere[MOST_ELSEWHERE];
static struct piece TD_STATE protected[MOST_ELSEWHERE]; /* blocks of the heap, or parts of them */
static struct piece TD_STATE unmapped[MOST_ELSEWHERE];  /* memory from before main */
static struct piece TD_STATE reserved[MOST_ELSEWHERE];  /* addresses from before main, which have got memory now */
static uint32_t TD_STATE elsewhere_count, protected_count, unmapped_count, reserved_count;

void *mmap64(void *address, size_t size, int protection, int flags, int fd, off_t offset);

static uint64_t whole_pages(uint64_t size)
{
	return (size + PAGE - 1) & ~(uint64_t)(PAGE - 1);
}

/* Addresses that nobody has had in this execution. */
static void *new_place(uint64_t size)
{
	uint64_t *mine = &used[td_current->id], room = whole_pages(size);
	int fits = room <= STRETCH - *mine;
	uint64_t *top = fits ? mine : &used_by_large;
	uint64_t at = (fits ? STRETCHES + td_current->id * STRETCH : LARGE_ONES) + *top;
	*top += room;
	return (void *)at;
}

static int is_placed(const void *at)
{
	uint64_t address = (uint64_t)at;
	return (address >= STRETCHES && address < STRETCHES + TD_MAX_THREADS * STRETCH) ||
	       (address >= LARGE_ONES && address < LARGE_ONES + used_by_large);
}

static void remember(void *at, uint64_t size)
{
	if (is_placed(at) || elsewhere_count == MOST_ELSEWHERE)
		return;
	elsewhere[elsewhere_count++] = (struct piece){.start = (uint64_t)at, .end = (uint64_t)at + whole_pages(size)};
}

/* It may be the runtime's next, so it must not be unmapped once more. */
static void forget(uint64_t start, uint64_t end)
{
	for (uint32_t i = 0; i < elsewhere_count; i++) {
		struct piece *piece = &elsewhere[i];
		struct piece behind = {.start = end, .end = piece->end};
		if (end <= piece->start || start >= piece->end)
			continue;
		piece->end = start > piece->start ? start : piece->start;
		if (behind.start < behind.end && elsewhere_count < MOST_ELSEWHERE)
			elsewhere[elsewhere_count++] = behind;
	}
}

/* The next execution needs it. */
static void note_unmapped(uint64_t start, uint64_t end)
{
	if (td_putback_has(start) && unmapped_count < MOST_ELSEWHERE)
		unmapped[unmapped_count++] = (struct piece){.start = start, .end = end};
	else
		forget(start, end);
}

static void *note(void *at, size_t size)
{
	if (at == MAP_FAILED)
		return at;
	td_race_fresh((uint64_t)at, (uint64_t)at + size);
	td_mark_refuse(); /* what will be written there is not put back */
	remember(at, size);
	return at;
}

/* The race detector does not know of it, so that it could not say whether something keeps it apart from accesses (protected.h). */
static void note_change(const struct td_fiber *fiber, uint64_t at)
{
	td_access_by_kernel(fiber, at);
	uint16_t entry = *td_shadow(at);
	if (entry & TD_SHADOW_SHARED || (entry & TD_SHADOW_OWNER) == TD_SHADOW_MANY)
		td_shadow_learn_contended(at);
}

/* Is it memory of which is known that threads share it?  Whoever changes the mapping touches all of it, unless there is nobody else. */
static int touch(const struct td_fiber *fiber, uint64_t start, uint64_t end)
{
	int is_shared = 0, is_alone = td_hidden_is_alone(fiber);
	for (uint64_t at = td_shadow_first(start, end); at < end; at = td_shadow_first(at + 8, end)) {
		is_shared |= *td_shadow(at) & TD_SHADOW_SHARED;
		if (!is_alone)
			note_change(fiber, at);
	}
	return is_shared;
}

/* Of memory from before main, which is put back: the runtime will find all of it written to. */
static void will_change(uint64_t start, uint64_t end)
{
	if (!td_putback_has(start))
		return;
	td_putback_touch(start, end - start);
	td_mark_refuse();
}

/* Who still uses the memory notices that it is gone, or protected, or empty. */
static void change(void *address, size_t size, uint64_t pc)
{
	struct td_fiber *self = td_current;
	if (!self)
		return;
	uint64_t whole = whole_pages(size);
	will_change((uint64_t)address, (uint64_t)address + whole);
	if (!touch(self, (uint64_t)address, (uint64_t)address + whole)) {
		td_pass_unseen(self);
		return;
	}
	td_point_write(self, TD_CHANGE, (uint64_t)address, whole < MOST ? (uint32_t)whole : MOST, pc);
	td_record(self, 0);
	td_progress(self);
}

static void *map(void *address, size_t size, int protection, int flags, int fd, off_t offset, uint64_t pc)
{
	if (!td_current)
		return TD_REAL(mmap)(address, size, protection, flags, fd, offset);
	if (flags & MAP_FIXED)
		change(address, size, pc);
	if (address || flags & (MAP_FIXED | MAP_32BIT | MAP_HUGETLB) || !size) /* these want places of their own */
		return note(TD_REAL(mmap)(address, size, protection, flags, fd, offset), size);
	return note(TD_REAL(mmap)(new_place(size), size, protection, flags | MAP_FIXED_NOREPLACE, fd, offset), size);
}

TD_EXPORT void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
	return map(address, size, protection, flags, fd, offset, TD_HERE);
}

TD_EXPORT void *mmap64(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
	return map(address, size, protection, flags, fd, offset, TD_HERE);
}

/* Blocks of the heap are not mapped anew for the next execution, in which they must be as they were. */
static void note_protected(uint64_t start, uint64_t end)
{
	td_mark_refuse();
	if ((td_heap_has(start) || td_putback_has(start)) && protected_count < MOST_ELSEWHERE)
		protected[protected_count++] = (struct piece){.start = start, .end = end};
}

/* Allocators reserve addresses, and ask for memory there piece by piece. */
static void note_reserved(uint64_t start, uint64_t end)
{
	int protection = td_kernel_mappings_reserved(start);
	if (protection >= 0 && reserved_count < MOST_ELSEWHERE)
		reserved[reserved_count++] = (struct piece){start, end, protection};
}

TD_EXPORT int mprotect(void *address, size_t size, int protection)
{
	change(address, size, TD_HERE);
	int result = TD_REAL(mprotect)(address, size, protection);
	if (td_current && !result)
		note_protected((uint64_t)address, (uint64_t)address + whole_pages(size));
	if (td_current && !result)
		note_reserved((uint64_t)address, (uint64_t)address + whole_pages(size));
	return result;
}

/* The end of the program's data, which the C library remembers too. */
TD_EXPORT void *sbrk(intptr_t more)
{
	if (more)
		td_setting_changes(TD_SETTING_BREAK);
	return TD_REAL(sbrk)(more);
}

TD_EXPORT int brk(void *end)
{
	td_setting_changes(TD_SETTING_BREAK);
	return TD_REAL(brk)(end);
}

TD_EXPORT int madvise(void *address, size_t size, int advice)
{
	if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
		change(address, size, TD_HERE);
	return TD_REAL(madvise)(address, size, advice);
}

TD_EXPORT int munmap(void *address, size_t size)
{
	change(address, size, TD_HERE);
	int result = TD_REAL(munmap)(address, size);
	if (td_current && !result)
		note_unmapped((uint64_t)address, (uint64_t)address + whole_pages(size));
	return result;
}

TD_EXPORT void *mremap(void *address, size_t size, size_t new_size, int flags, ...)
{
	va_list args;
	va_start(args, flags);
	void *to = flags & MREMAP_FIXED ? va_arg(args, void *) : NULL;
	va_end(args);
	if (!td_current)
		return TD_REAL(mremap)(address, size, new_size, flags, to);
	if (flags == MREMAP_MAYMOVE && new_size > size) {
		flags |= MREMAP_FIXED;
		to = new_place(new_size);
	}
	change(address, size, TD_HERE);
	void *at = TD_REAL(mremap)(address, size, new_size, flags, to);
	if (at != MAP_FAILED)
		note_unmapped((uint64_t)address, (uint64_t)address + whole_pages(size));
	return note(at, new_size);
}

static void unmap(uint64_t start, uint64_t size)
{
	if (size)
		td_syscall(SYS_munmap, (long)start, (long)size, 0, 0, 0, 0);
}

void td_mappings_reset(void)
{
	for (uint32_t i = 0; i < td_fibers_at_most; i++) {
		unmap(STRETCHES + i * STRETCH, used[i]);
		used[i] = 0;
	}
	unmap(LARGE_ONES, used_by_large);
	used_by_large = 0;
	for (uint32_t i = 0; i < elsewhere_count; i++)
		unmap(elsewhere[i].start, elsewhere[i].end - elsewhere[i].start);
	for (uint32_t i = 0; i < reserved_count; i++) {
		uint64_t size = reserved[i].end - reserved[i].start;
		td_syscall(SYS_madvise, (long)reserved[i].start, (long)size, MADV_DONTNEED, 0, 0, 0);
		td_syscall(SYS_mprotect, (long)reserved[i].start, (long)size, reserved[i].protection, 0, 0, 0);
	}
	for (uint32_t i = 0; i < unmapped_count; i++)
		td_map_again(unmapped[i].start, unmapped[i].end - unmapped[i].start);
	for (uint32_t i = 0; i < protected_count; i++)
		td_protect(protected[i].start, protected[i].end, 1);
	elsewhere_count = protected_count = unmapped_count = reserved_count = 0;
}
