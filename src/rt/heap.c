#include "heap.h"

#include "host.h"
#include "mark.h"
#include "modules.h"
#include "race.h"
#include "record.h"
#include "sched.h"
#include "shadow.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define HEAP_BASE 0x200000000000ull

enum { ALIGN = 16, HEADER = sizeof(struct td_block), CLASSES = 64, FILL = 0xbe, PIECE = 4096 };
#define STRETCH (8ull << 30)
#define QUARANTINE (64ull << 20)
#define TOUCHED_LIMIT (64ull << 20)
#define MOST_FREED (1u << 22)

/* Without the tool the C library's own allocator serves. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

/* Where one thread's blocks lie. */
struct stretch {
	uint64_t start;
	uint32_t epoch;                    /* of the execution; all that follows is out of date in another one */
	uint64_t top;
	struct td_block *oldest, *newest;  /* quarantine */
	uint64_t quarantined;
	struct td_block *free[CLASSES];    /* out of quarantine, by room */
};

static struct stretch TD_STATE *stretches; /* [0]: before main and the host; [i + 1]: thread i */
static uint32_t TD_STATE epoch;
static uint16_t TD_STATE *in_use;           /* stretches of this execution, in the order in which they came */
static uint32_t TD_EXECUTION used;
static uint32_t TD_STATE used_at_most;      /* also before it went back to a mark */
static uint8_t TD_EXECUTION early_freed;    /* a block from before main was freed in this execution */
static struct td_block TD_STATE **freed;    /* in this execution, one after the other */
static uint32_t TD_EXECUTION freed_count;
static uint32_t TD_STATE freed_at_most;     /* also before it went back to a mark */

static struct stretch *stretch_of(uint32_t number)
{
	struct stretch *stretch = &stretches[number];
	if (unlikely(!stretch->start)) {
		stretch->start = HEAP_BASE + number * STRETCH;
		td_map_at(stretch->start, STRETCH);
		stretch->top = stretch->start;
	}
	if (unlikely(stretch->epoch != epoch && number)) {
		struct stretch empty = {.start = stretch->start, .top = stretch->start, .epoch = epoch};
		*stretch = empty;
		in_use[used++] = (uint16_t)number;
		used_at_most = used;
	}
	return stretch;
}

/* Usable from the very first malloc of the process on. */
static void setup(void)
{
	if (stretches)
		return;
	if (!td_shadow_top)
		td_shadow_setup();
	stretches = td_map((TD_MAX_THREADS + 1) * sizeof *stretches);
	in_use = td_map((TD_MAX_THREADS + 1) * sizeof *in_use);
	freed = td_map(MOST_FREED * sizeof *freed);
}

void td_heap_setup(void)
{
	setup();
}

void td_heap_early_range(uint64_t *start, uint64_t *end)
{
	struct stretch *early = stretch_of(0);
	/* A block of the host's that comes later must not lie on a page that is put back: fill the page with a freed block. */
	uint64_t end_of_page = (early->top + 4095) & ~4095ull;
	if (end_of_page != early->top && end_of_page - early->top < HEADER)
		end_of_page += 4096;
	if (end_of_page != early->top)
		*(struct td_block *)early->top = (struct td_block){.room = end_of_page - early->top - HEADER, .state = TD_BLOCK_FREED};
	early->top = end_of_page;
	*start = early->start;
	*end = early->top;
}

/* What the shadow says of a block that is there. */
static void show(const struct td_block *block)
{
	uint64_t data = (uint64_t)block + HEADER, end = data + block->room;
	td_shadow_mark(data, end, 0, TD_SHADOW_NO_ACCESS);
	if (block->size + 7 < block->room) /* whole granules behind the block's end */
		td_shadow_mark((data + block->size + 7) & ~7ull, end, TD_SHADOW_NO_ACCESS, 0);
}

/* Where it lies stays. */
static void mark_stretch(const struct stretch *stretch)
{
	td_mark_keep(&stretch->epoch, sizeof *stretch - offsetof(struct stretch, epoch));
	td_mark_keep((void *)stretch->start, stretch->top - stretch->start);
}

/* That of before main is with the pages that are put back. */
void td_heap_mark(void)
{
	for (uint32_t i = 0; i < used; i++)
		mark_stretch(&stretches[in_use[i]]);
}

/* Stretches that have been used since are empty again. */
void td_heap_back(void)
{
	while (used_at_most > used)
		stretches[in_use[--used_at_most]].epoch = 0;
	for (; freed_at_most > freed_count; freed_at_most--)
		show(freed[freed_at_most - 1]);
}

/* The memory of the blocks from before main has been put back; now what the shadow says of them. */
static void revive_early_blocks(void)
{
	for (uint64_t at = stretches[0].start; at + HEADER <= stretches[0].top;) {
		struct td_block *block = (struct td_block *)at;
		if (block->state == TD_BLOCK_LIVE)
			show(block);
		at += HEADER + block->room;
	}
	early_freed = 0;
}

void td_heap_reset(void)
{
	epoch++;
	used = used_at_most = 0;
	freed_count = freed_at_most = 0;
	if (early_freed)
		revive_early_blocks();
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		struct stretch *stretch = &stretches[td_fiber(i)->name_number + 1];
		if (stretch->start && stretch->top > stretch->start + TOUCHED_LIMIT)
			td_syscall(SYS_madvise, (long)stretch->start, (long)(stretch->top - stretch->start), MADV_DONTNEED, 0, 0, 0);
	}
}

int td_heap_has(uint64_t address)
{
	return address >= HEAP_BASE && address < HEAP_BASE + (TD_MAX_THREADS + 1) * STRETCH;
}

uint64_t td_heap_hash(void)
{
	uint64_t hash = 0;
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		const struct stretch *stretch = stretch_of(td_fiber(i)->name_number + 1u);
		hash = td_hash_words(hash, stretch->start, stretch->top);
	}
	return hash;
}

int td_heap_is_of(const struct td_fiber *fiber, uint64_t address)
{
	uint64_t start = HEAP_BASE + (fiber->name_number + 1ull) * STRETCH;
	return address >= start && address < start + STRETCH;
}

/* Rooms are multiples of 16 up to 512, then grow by quarters of powers of two, so that a freed block can serve again. */
static uint64_t room_for(uint64_t size, uint32_t *class)
{
	if (size <= 512) {
		uint64_t room = size ? (size + ALIGN - 1) & ~(uint64_t)(ALIGN - 1) : ALIGN;
		*class = (uint32_t)(room / ALIGN - 1);
		return room;
	}
	uint32_t bits = 63 - (uint32_t)__builtin_clzll(size - 1);
	*class = bits < CLASSES ? bits : CLASSES - 1;
	uint64_t quarter = 1ull << (bits - 2);
	return (size + quarter - 1) & ~(quarter - 1);
}

static struct td_block *take_free(struct stretch *stretch, uint32_t class, uint64_t room)
{
	for (struct td_block **at = &stretch->free[class]; *at; at = &(*at)->next)
		if ((*at)->room == room) {
			struct td_block *block = *at;
			*at = block->next;
			return block;
		}
	return NULL;
}

static struct td_block *take_new(struct stretch *stretch, uint64_t room, uint64_t align)
{
	uint64_t at = stretch->top;
	uint64_t data = (at + HEADER + align - 1) & ~(align - 1);
	/* The gap before an aligned block becomes part of the block before it: blocks can still be walked. */
	struct td_block *block = (struct td_block *)(data - HEADER);
	if ((uint64_t)block != at) {
		struct td_block *gap = (struct td_block *)at;
		if (data - HEADER - at < HEADER + ALIGN) {
			data += align;
			block = (struct td_block *)(data - HEADER);
		}
		*gap = (struct td_block){.room = data - HEADER - at - HEADER, .state = TD_BLOCK_FREED};
		td_shadow_mark(at, data, TD_SHADOW_NO_ACCESS, 0);
	}
	if (data + room > stretch->start + STRETCH)
		return NULL;
	stretch->top = data + room;
	block->room = room;
	td_shadow_mark(stretch->top, stretch->top + HEADER, TD_SHADOW_NO_ACCESS, 0);
	return block;
}

static void *allocate(uint64_t size, uint64_t align, int fill, uint64_t pc)
{
	setup();
	struct stretch *stretch = stretch_of(td_current ? td_current->name_number + 1u : 0);
	uint32_t class;
	uint64_t room;
	if (size > STRETCH / 2 || !(room = room_for(size, &class)))
		return errno = ENOMEM, NULL;
	struct td_block *block = align <= ALIGN ? take_free(stretch, class, room) : NULL;
	if (!block)
		block = take_new(stretch, room, align < ALIGN ? ALIGN : align);
	if (!block)
		return errno = ENOMEM, NULL;
	uint64_t data = (uint64_t)block + HEADER;
	block->size = size;
	block->alloc_pc = pc;
	block->state = TD_BLOCK_LIVE;
	td_shadow_mark(data - HEADER, data, TD_SHADOW_NO_ACCESS, 0);
	td_shadow_mark(data, data + room, 0, TD_SHADOW_OWNER | TD_SHADOW_PRIMITIVE);
	show(block);
	td_plain_set((void *)data, fill, room);
	td_race_fresh(data, data + room);
	return (void *)data;
}

static void record_alloc(void *data, uint64_t size, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	if (!fiber || !td_channel->job.detail)
		return;
	struct td_pending before = fiber->pending;
	td_record_look(fiber);
	fiber->pending = (struct td_pending){.kind = TD_ALLOC, .object = (uint64_t)data, .size = (uint32_t)size, .pc = pc};
	td_record(fiber, size);
	fiber->pending = before;
}

static void *new_block(uint64_t size, uint64_t align, int fill, uint64_t pc)
{
	void *data = allocate(size, align, fill, pc);
	if (data)
		record_alloc(data, size, pc);
	return data;
}

struct td_block *td_heap_block(uint64_t address)
{
	if (!td_heap_has(address))
		return NULL;
	struct stretch *stretch = &stretches[(address - HEAP_BASE) / STRETCH];
	for (uint64_t at = stretch->start; at && at + HEADER <= stretch->top;) {
		struct td_block *block = (struct td_block *)at;
		at += HEADER + block->room;
		if (address < at)
			return block;
	}
	return NULL;
}

static void describe_block(const struct td_block *block)
{
	struct td_ended *ended = &td_channel->ended;
	ended->block = (uint64_t)block + HEADER;
	ended->block_size = block->size;
	ended->block_pc = block->alloc_pc;
	ended->block_free_pc = block->state == TD_BLOCK_FREED ? block->free_pc : 0;
}

void td_heap_describe(uint64_t address)
{
	struct td_block *block = td_heap_block(address);
	if (block)
		describe_block(block);
}

/* Whoever uses memory that somebody has freed shares it with him. */
static void learn_shared(uint64_t address)
{
	if (!(*td_shadow(address) & TD_SHADOW_SHARED) && td_channel->job.learn)
		td_shadow_learn(address);
}

void td_heap_bad_access(struct td_fiber *fiber, uint64_t address, uint32_t size, int write, uint64_t pc, uint64_t frame)
{
	struct td_block *block = td_heap_block(address);
	const char *what = write ? "write" : "read";
	td_record_wrong(fiber);
	learn_shared(address);
	fiber->pending.object = address;
	if (block && block->state == TD_BLOCK_FREED && address >= (uint64_t)block + HEADER) {
		describe_block(block);
		td_finish_at(TD_END_USE_AFTER_FREE, pc, frame, address, "%s of %u bytes in a freed block of %u bytes", what,
			     (uint64_t)size, block->size);
	}
	/* In a header: most likely behind the end of the block before. */
	struct td_block *before = td_heap_block(address - HEADER);
	if (before && address < (uint64_t)block + HEADER)
		block = before;
	if (block)
		describe_block(block);
	td_finish_at(TD_END_HEAP_OVERFLOW, pc, frame, address, "%s of %u bytes outside of a heap block", what, (uint64_t)size);
}

static void release_oldest(struct stretch *stretch)
{
	struct td_block *block = stretch->oldest;
	uint32_t class;
	stretch->oldest = block->next;
	if (!stretch->oldest)
		stretch->newest = NULL;
	stretch->quarantined -= block->room;
	room_for(block->room, &class);
	block->next = stretch->free[class];
	stretch->free[class] = block;
}

static void quarantine(struct td_block *block)
{
	struct stretch *stretch = &stretches[((uint64_t)block - HEAP_BASE) / STRETCH];
	if (stretch == stretches && td_current) {
		early_freed = 1; /* it will be put back, and so be live again */
		return;
	}
	block->next = NULL;
	if (stretch->newest)
		stretch->newest->next = block;
	else
		stretch->oldest = block;
	stretch->newest = block;
	stretch->quarantined += block->room;
	while (stretch->quarantined > (td_self_check() ? 64 : QUARANTINE))
		release_oldest(stretch);
}

static void forget_primitives(uint64_t granule)
{
	for (uint64_t at = granule; at < granule + 8; at += 4) {
		struct td_object *object = td_object_find(at);
		if (object)
			td_object_forget(object);
	}
}

/* Is there anything to do about it? */
static int is_of_note(uint16_t entry, uint16_t me)
{
	uint16_t owner = entry & TD_SHADOW_OWNER;
	return (entry & TD_SHADOW_PRIMITIVE) || (owner && owner != me && owner != TD_SHADOW_MANY && !(entry & TD_SHADOW_SHARED));
}

/* Mostly its granules are all alike, which is seen quickly. */
static void touch_piece(uint64_t start, uint64_t end, uint16_t me)
{
	uint16_t first = *td_shadow(start);
	if (!is_of_note(first, me) && td_shadow_all(start, end, first))
		return;
	for (uint64_t at = start; at < end; at += 8) {
		uint16_t entry = *td_shadow(at);
		if (entry & TD_SHADOW_PRIMITIVE)
			forget_primitives(at);
		if (is_of_note(entry & (uint16_t)~TD_SHADOW_PRIMITIVE, me) && td_channel->job.learn)
			td_shadow_learn(at);
	}
}

/* Freeing touches the whole block: memory that another thread has used is shared with this one. */
static void touch_all(const struct td_fiber *fiber, uint64_t start, uint64_t end)
{
	for (uint64_t at = start; at < end; at += PIECE)
		touch_piece(at, end - at < PIECE ? end : at + PIECE, (uint16_t)(fiber->id + 1));
}

static void note_freed(struct td_block *block)
{
	if (freed_count == MOST_FREED) {
		td_mark_refuse();
		return;
	}
	freed[freed_count++] = block;
	freed_at_most = freed_count;
}

static void release(void *data, uint64_t pc)
{
	struct td_block *block = (struct td_block *)((char *)data - HEADER);
	uint64_t start = (uint64_t)data;
	if (td_current)
		touch_all(td_current, start, start + block->size);
	block->state = TD_BLOCK_FREED;
	block->free_pc = pc;
	td_shadow_mark(start, start + block->room, TD_SHADOW_NO_ACCESS, 0);
	note_freed(block);
	quarantine(block);
}

static void check_free(void *data, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	uint64_t address = (uint64_t)data, frame = (uint64_t)__builtin_frame_address(0);
	struct td_block *block = td_heap_block(address);
	if (block && (uint64_t)block + HEADER == address && block->state == TD_BLOCK_LIVE)
		return;
	fiber->pending.object = address;
	if (block)
		describe_block(block);
	if (block && (uint64_t)block + HEADER == address)
		td_finish_at(TD_END_DOUBLE_FREE, pc, frame, address, "a block of %u bytes is freed twice", block->size);
	td_finish_at(TD_END_BAD_FREE, pc, frame, address, "free of %x, which malloc did not return", address);
}

static int looks_live(const void *data)
{
	uint64_t address = (uint64_t)data;
	return td_heap_has(address) && !(address & (ALIGN - 1)) &&
	       ((struct td_block *)(address - HEADER))->state == TD_BLOCK_LIVE;
}

/* As far as is known, nobody else has to do with it: then giving it back is nobody's business either. */
static int is_unshared(const struct td_block *block)
{
	uint64_t start = (uint64_t)block + HEADER;
	return !(td_shadow_any(start, start + block->room) & (TD_SHADOW_SHARED | TD_SHADOW_PRIMITIVE));
}

static void describe_free(struct td_fiber *fiber, const struct td_block *block)
{
	fiber->pending.size = (uint32_t)block->size;
	fiber->pending.unshared = (uint8_t)is_unshared(block);
}

/* Whoever uses a primitive in the block might do so after it was given back. */
static void touch_primitives(struct td_fiber *fiber, const struct td_block *block)
{
	uint64_t start = (uint64_t)block + HEADER, end = start + block->size;
	if (!(td_shadow_any(start, end) & TD_SHADOW_PRIMITIVE))
		return;
	for (uint64_t at = start; at < end; at += 4)
		if ((*td_shadow(at) & TD_SHADOW_PRIMITIVE) && td_object_find(at))
			td_record_also(fiber, at);
}

/* Of a block that may have been freed before, by somebody else in another order. */
static void note_wrong_free(struct td_fiber *fiber, uint64_t address)
{
	const struct td_block *block = td_heap_block(address);
	if (!block || (uint64_t)block + HEADER != address)
		return;
	describe_free(fiber, block);
	td_record_wrong(fiber);
	learn_shared(address);
}

/* Freeing is noticed by whoever still uses the block. */
static void free_block(void *data, uint64_t pc)
{
	struct td_fiber *fiber = td_current;
	if (!fiber) {
		if (looks_live(data))
			release(data, pc);
		return;
	}
	if (td_pc_is_woven(pc)) {
		td_point_write(fiber, TD_FREE, (uint64_t)data, 0, pc);
		if (!looks_live(data)) {
			note_wrong_free(fiber, (uint64_t)data);
			check_free(data, pc);
		}
		const struct td_block *block = (struct td_block *)((char *)data - HEADER);
		describe_free(fiber, block);
		touch_primitives(fiber, block);
		td_record(fiber, 0);
	} else if (!looks_live(data)) {
		check_free(data, pc);
	}
	release(data, pc);
}

TD_EXPORT void *malloc(size_t size)
{
	return td_attached() ? new_block(size, ALIGN, FILL, TD_HERE) : __libc_malloc(size);
}

TD_EXPORT void *calloc(size_t count, size_t size)
{
	size_t total;
	if (!td_attached())
		return __libc_calloc(count, size);
	if (__builtin_mul_overflow(count, size, &total))
		return errno = ENOMEM, NULL;
	return new_block(total, ALIGN, 0, TD_HERE);
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
		return new_block(size, ALIGN, FILL, pc);
	if (!size) {
		free_block(data, pc);
		return NULL;
	}
	if (!looks_live(data)) {
		if (!td_heap_has((uint64_t)data) && !td_current)
			return __libc_realloc(data, size); /* from before the tool was known */
		if (td_current)
			check_free(data, pc);
	}
	uint64_t old = ((struct td_block *)((char *)data - HEADER))->size;
	void *to = new_block(size, ALIGN, FILL, pc);
	if (to) {
		td_plain_copy(to, data, old < size ? old : size);
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
	return ((struct td_block *)((char *)data - HEADER))->size;
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
