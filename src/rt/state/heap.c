#include "heap.h"

#include "fiber.h"
#include "mark.h"
#include "object.h"
#include "shadow.h"
#include "rt/sys.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define HEAP_BASE 0x200000000000ull

enum { CLASSES = 64, PIECE = 4096 };
#define STRETCH (8ull << 30)
#define QUARANTINE (64ull << 20)
#define TOUCHED_LIMIT (64ull << 20)
#define MOST_FREED (1u << 22)

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
	if (end_of_page != early->top && end_of_page - early->top < TD_BLOCK_HEADER)
		end_of_page += 4096;
	if (end_of_page != early->top)
		*(struct td_block *)early->top = (struct td_block){.room = end_of_page - early->top - TD_BLOCK_HEADER, .state = TD_BLOCK_FREED};
	early->top = end_of_page;
	*start = early->start;
	*end = early->top;
}

void td_heap_describe_early(void)
{
	const struct stretch *early = stretch_of(0);
	td_channel->early_count = 0;
	for (uint64_t at = early->start; at + TD_BLOCK_HEADER <= early->top && td_channel->early_count < TD_MAX_EARLY_BLOCKS;) {
		const struct td_block *block = (struct td_block *)at;
		if (block->state == TD_BLOCK_LIVE)
			td_channel->early[td_channel->early_count++] = (struct td_early_block){at + TD_BLOCK_HEADER, block->size, block->alloc_pc};
		at += TD_BLOCK_HEADER + block->room;
	}
}

/* What the shadow says of a block that is there. */
static void show(const struct td_block *block)
{
	uint64_t data = (uint64_t)block + TD_BLOCK_HEADER, end = data + block->room;
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
	for (uint64_t at = stretches[0].start; at + TD_BLOCK_HEADER <= stretches[0].top;) {
		struct td_block *block = (struct td_block *)at;
		if (block->state == TD_BLOCK_LIVE)
			show(block);
		at += TD_BLOCK_HEADER + block->room;
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
		uint64_t room = size ? (size + TD_HEAP_ALIGN - 1) & ~(uint64_t)(TD_HEAP_ALIGN - 1) : TD_HEAP_ALIGN;
		*class = (uint32_t)(room / TD_HEAP_ALIGN - 1);
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
	uint64_t data = (at + TD_BLOCK_HEADER + align - 1) & ~(align - 1);
	/* The gap before an aligned block becomes part of the block before it: blocks can still be walked. */
	struct td_block *block = (struct td_block *)(data - TD_BLOCK_HEADER);
	if ((uint64_t)block != at) {
		struct td_block *gap = (struct td_block *)at;
		if (data - TD_BLOCK_HEADER - at < TD_BLOCK_HEADER + TD_HEAP_ALIGN) {
			data += align;
			block = (struct td_block *)(data - TD_BLOCK_HEADER);
		}
		*gap = (struct td_block){.room = data - TD_BLOCK_HEADER - at - TD_BLOCK_HEADER, .state = TD_BLOCK_FREED};
		td_shadow_mark(at, data, TD_SHADOW_NO_ACCESS, 0);
	}
	if (data + room > stretch->start + STRETCH)
		return NULL;
	stretch->top = data + room;
	block->room = room;
	td_shadow_mark(stretch->top, stretch->top + TD_BLOCK_HEADER, TD_SHADOW_NO_ACCESS, 0);
	return block;
}

void *td_heap_allocate(uint64_t size, uint64_t align, int fill, uint64_t pc)
{
	setup();
	struct stretch *stretch = stretch_of(td_current ? td_current->name_number + 1u : 0);
	uint32_t class;
	uint64_t room;
	if (size > STRETCH / 2 || !(room = room_for(size, &class)))
		return errno = ENOMEM, NULL;
	struct td_block *block = align <= TD_HEAP_ALIGN ? take_free(stretch, class, room) : NULL;
	if (!block)
		block = take_new(stretch, room, align < TD_HEAP_ALIGN ? TD_HEAP_ALIGN : align);
	if (!block)
		return errno = ENOMEM, NULL;
	uint64_t data = (uint64_t)block + TD_BLOCK_HEADER;
	block->size = size;
	block->alloc_pc = pc;
	block->state = TD_BLOCK_LIVE;
	td_shadow_mark(data - TD_BLOCK_HEADER, data, TD_SHADOW_NO_ACCESS, 0);
	td_shadow_mark(data, data + room, 0, TD_SHADOW_OWNER | TD_SHADOW_PRIMITIVE);
	show(block);
	td_plain_set((void *)data, fill, room);
	return (void *)data;
}

struct td_block *td_heap_block(uint64_t address)
{
	if (!td_heap_has(address))
		return NULL;
	struct stretch *stretch = &stretches[(address - HEAP_BASE) / STRETCH];
	for (uint64_t at = stretch->start; at && at + TD_BLOCK_HEADER <= stretch->top;) {
		struct td_block *block = (struct td_block *)at;
		at += TD_BLOCK_HEADER + block->room;
		if (address < at)
			return block;
	}
	return NULL;
}

void td_heap_describe_block(const struct td_block *block)
{
	struct td_ended *ended = &td_channel->ended;
	ended->block = (uint64_t)block + TD_BLOCK_HEADER;
	ended->block_size = block->size;
	ended->block_pc = block->alloc_pc;
	ended->block_free_pc = block->state == TD_BLOCK_FREED ? block->free_pc : 0;
}

void td_heap_describe(uint64_t address)
{
	struct td_block *block = td_heap_block(address);
	if (block)
		td_heap_describe_block(block);
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

void td_heap_release(void *data, uint64_t pc)
{
	struct td_block *block = (struct td_block *)((char *)data - TD_BLOCK_HEADER);
	uint64_t start = (uint64_t)data;
	if (td_current)
		touch_all(td_current, start, start + block->size);
	block->state = TD_BLOCK_FREED;
	block->free_pc = pc;
	td_shadow_mark(start, start + block->room, TD_SHADOW_NO_ACCESS, 0);
	note_freed(block);
	quarantine(block);
}

int td_heap_is_live(const void *data)
{
	uint64_t address = (uint64_t)data;
	return td_heap_has(address) && !(address & (TD_HEAP_ALIGN - 1)) &&
	       ((struct td_block *)(address - TD_BLOCK_HEADER))->state == TD_BLOCK_LIVE;
}

void td_heap_learn_shared(uint64_t address)
{
	if (!(*td_shadow(address) & TD_SHADOW_SHARED) && td_channel->job.learn)
		td_shadow_learn(address);
}
