/* The functions of the C library that allocate and free. */
#include "access.h"

#include "rt/engine.h"
#include "rt/race.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

enum { FILL = 0xbe };

/* Without the tool the C library's own allocator serves. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static uint64_t room_of(const void *data)
{
	return ((const struct td_block *)((const char *)data - TD_BLOCK_HEADER))->room;
}

/* An event is about less than four gigabytes. */
static uint32_t size_of_event(uint64_t size)
{
	return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

static void record_alloc(void *data, uint64_t size, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	if (!fiber || !td_channel->job.detail)
		return;
	struct td_pending before = fiber->pending;
	td_record_look(fiber);
	fiber->pending = (struct td_pending){.kind = TD_ALLOC, .object = (uint64_t)data, .size = size_of_event(size), .pc = pc};
	td_record(fiber, size);
	fiber->pending = before;
}

/* Libraries have their own ways when there is no memory, which are not what is tested. */
static int is_to_fail(uint64_t pc)
{
	return td_channel->job.malloc == TD_MALLOC_FAILS && td_works_for_program(pc) && td_choose_seldom(pc);
}

static void *no_room(uint64_t size)
{
	if (td_channel->job.malloc == TD_MALLOC_SUCCEEDS)
		td_unsupported("no room for a block of %u bytes (--malloc succeeds)", size);
	return NULL;
}

static void *new_block(uint64_t size, uint64_t align, int fill, uint64_t pc)
{
	if (unlikely(td_channel->job.malloc) && is_to_fail(pc))
		return errno = ENOMEM, NULL;
	void *data = td_heap_allocate(size, align, fill, pc);
	if (!data)
		return no_room(size);
	td_race_fresh((uint64_t)data, (uint64_t)data + room_of(data));
	record_alloc(data, size, pc);
	return data;
}

static void check_free(void *data, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	uint64_t address = (uint64_t)data, frame = (uint64_t)__builtin_frame_address(0);
	struct td_block *block = td_heap_block(address);
	if (block && (uint64_t)block + TD_BLOCK_HEADER == address && block->state == TD_BLOCK_LIVE)
		return;
	fiber->pending.object = address;
	if (block)
		td_heap_describe_block(block);
	if (block && (uint64_t)block + TD_BLOCK_HEADER == address)
		td_finish_at(TD_END_DOUBLE_FREE, pc, frame, address, "a block of %u byte%s is freed twice", block->size,
			     block->size == 1 ? "" : "s");
	td_finish_at(TD_END_BAD_FREE, pc, frame, address, "free of %x, which malloc did not return", address);
}

/* As far as is known, nobody else has to do with it: then giving it back is nobody's business either. */
static int is_unshared(const struct td_block *block)
{
	uint64_t start = (uint64_t)block + TD_BLOCK_HEADER;
	return !(td_shadow_any_made(start, start + block->room) & (TD_SHADOW_SHARED | TD_SHADOW_PRIMITIVE));
}

static void describe_free(struct td_fiber *fiber, const struct td_block *block)
{
	fiber->pending.size = size_of_event(block->size);
	fiber->pending.unshared = (uint8_t)is_unshared(block);
}

static int has_primitives(const struct td_block *block)
{
	uint64_t start = (uint64_t)block + TD_BLOCK_HEADER;
	return (td_shadow_any_made(start, start + block->size) & TD_SHADOW_PRIMITIVE) != 0;
}

/* Whoever uses a primitive in the block might do so after it was given back. */
static void touch_primitives(struct td_fiber *fiber, const struct td_block *block)
{
	uint64_t start = (uint64_t)block + TD_BLOCK_HEADER, end = start + block->size;
	for (uint64_t at = td_object_next(start, end); at < end; at = td_object_next(at + 4, end))
		td_record_also(fiber, at);
}

/* The block is still there: the report tells of its life. */
static void check_primitives(const struct td_block *block, uint64_t pc)
{
	uint64_t start = (uint64_t)block + TD_BLOCK_HEADER, end = start + block->size;
	for (uint64_t at = td_object_next(start, end); at < end; at = td_object_next(at + 4, end))
		td_misuse_check_free(td_object_find(at), pc);
}

/* Of a block that may have been freed before, by somebody else in another order. */
static void note_wrong_free(struct td_fiber *fiber, uint64_t address)
{
	const struct td_block *block = td_heap_block(address);
	if (!block || (uint64_t)block + TD_BLOCK_HEADER != address)
		return;
	describe_free(fiber, block);
	td_record_wrong(fiber);
	td_heap_learn_shared(address);
}

static void record_free(struct td_fiber *fiber, const struct td_block *block)
{
	describe_free(fiber, block);
	if (has_primitives(block))
		touch_primitives(fiber, block);
	td_record(fiber, 0);
}

/* Freeing is noticed by whoever still uses the block. */
static void free_block(void *data, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	const struct td_block *block = (struct td_block *)((char *)data - TD_BLOCK_HEADER);
	if (!fiber) {
		if (td_heap_is_live(data))
			td_heap_release(data, pc);
		return;
	}
	if (td_pc_is_woven(pc)) {
		td_point_write(fiber, TD_FREE, (uint64_t)data, 0, pc);
		if (!td_heap_is_live(data)) {
			note_wrong_free(fiber, (uint64_t)data);
			check_free(data, pc);
		}
		record_free(fiber, block);
	} else if (!td_heap_is_live(data)) {
		check_free(data, pc);
	}
	if (has_primitives(block))
		check_primitives(block, pc);
	td_heap_release(data, pc);
}

TD_EXPORT void *malloc(size_t size)
{
	return td_attached() ? new_block(size, TD_HEAP_ALIGN, FILL, TD_HERE) : __libc_malloc(size);
}

TD_EXPORT void *calloc(size_t count, size_t size)
{
	size_t total;
	if (!td_attached())
		return __libc_calloc(count, size);
	if (__builtin_mul_overflow(count, size, &total))
		return errno = ENOMEM, NULL;
	return new_block(total, TD_HEAP_ALIGN, 0, TD_HERE);
}

TD_EXPORT void free(void *data)
{
	if (!data)
		return;
	if (!td_attached())
		__libc_free(data);
	else
		free_block(data, TD_HERE);
}

static void *reallocate(void *data, size_t size, uint64_t pc)
{
	if (!data)
		return new_block(size, TD_HEAP_ALIGN, FILL, pc);
	if (!size) {
		free_block(data, pc);
		return NULL;
	}
	if (!td_heap_is_live(data)) {
		if (!td_heap_has((uint64_t)data) && !td_current)
			return __libc_realloc(data, size); /* from before the tool was known */
		if (td_current)
			check_free(data, pc);
	}
	void *to = new_block(size, TD_HEAP_ALIGN, FILL, pc);
	if (to) {
		td_heap_move(data, to);
		free_block(data, pc);
	}
	return to;
}

TD_EXPORT void *realloc(void *data, size_t size)
{
	return td_attached() ? reallocate(data, size, TD_HERE) : __libc_realloc(data, size);
}

TD_EXPORT void *reallocarray(void *data, size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total))
		return errno = ENOMEM, NULL;
	return td_attached() ? reallocate(data, total, TD_HERE) : __libc_realloc(data, total);
}

TD_EXPORT void *memalign(size_t align, size_t size)
{
	return td_attached() ? new_block(size, align, FILL, TD_HERE) : __libc_memalign(align, size);
}

TD_EXPORT void *aligned_alloc(size_t align, size_t size)
{
	return td_attached() ? new_block(size, align, FILL, TD_HERE) : __libc_memalign(align, size);
}

TD_EXPORT int posix_memalign(void **result, size_t align, size_t size)
{
	if (align < sizeof(void *) || (align & (align - 1)))
		return EINVAL;
	void *data = td_attached() ? new_block(size, align, FILL, TD_HERE) : __libc_memalign(align, size);
	if (!data)
		return ENOMEM;
	*result = data;
	return 0;
}

TD_EXPORT void *valloc(size_t size)
{
	return td_attached() ? new_block(size, 4096, FILL, TD_HERE) : __libc_memalign(4096, size);
}

TD_EXPORT size_t malloc_usable_size(void *data)
{
	if (!data)
		return 0;
	if (!td_attached()) /* the C library's chunk: its size is the word before it, less flags and that word */
		return (((size_t *)data)[-1] & ~(size_t)7) - sizeof(size_t) - (((size_t *)data)[-1] & 2 ? sizeof(size_t) : 0);
	return ((struct td_block *)((char *)data - TD_BLOCK_HEADER))->size;
}

/* C++.  A program may bring its own operator delete, so ours is weak, and the variants that are told the size look whether
 * it is still the one that would be called. */
static void delete_block(void *data, uint64_t pc)
{
	if (data && td_attached())
		free_block(data, pc);
	else if (data)
		__libc_free(data);
}

static void plain_delete(void *data)
{
	delete_block(data, TD_HERE);
}

TD_EXPORT void _ZdlPv(void *data) __attribute__((weak, alias("plain_delete")));
TD_EXPORT void _ZdaPv(void *data) __attribute__((weak, alias("plain_delete")));

static void sized_delete(void *data, size_t size)
{
	(void)size;
	if (&_ZdlPv == &plain_delete)
		delete_block(data, TD_HERE);
	else
		_ZdlPv(data);
}

TD_EXPORT void _ZdlPvm(void *data, size_t size) __attribute__((weak, alias("sized_delete")));
TD_EXPORT void _ZdaPvm(void *data, size_t size) __attribute__((weak, alias("sized_delete")));
