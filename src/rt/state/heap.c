#include "heap.h"

#include "fiber.h"
#include "large.h"
#include "mark.h"
#include "object.h"
#include "shadow.h"
#include "rt/sys.h"

#include <elf.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define HEAP_BASE 0x200000000000ull

enum { CLASSES = 64, PIECE = 4096 };
#define STRETCH (8ull << 30)
#define LOW_END (1ull << 30)        /* from here on the kernel places what is to lie low (MAP_32BIT) */
#define LOW_GAP (32ull << 20)       /* behind the program's data, for sbrk */
#define LEAST_LOW (4ull << 20)
#define QUARANTINE (64ull << 20)
#define TOUCHED_LIMIT (64ull << 20)
#define MOST_FREED (1u << 22)
#define FEW_BYTES (4ull << 20) /* a forked child that has more makes large pages of them */

/* Where one thread's blocks lie. */
struct stretch {
	uint64_t start;
	uint32_t epoch;                    /* of the execution; all that follows is out of date in another one */
	uint64_t top;
	struct td_block *oldest, *newest;  /* quarantine */
	uint64_t quarantined;
	struct td_block *free[CLASSES];    /* out of quarantine, by room */
};

/* [EARLY]: before main and the host; [i + 1]: thread i.  A program that is not position-independent has its data, and so the C library's heap,
 * in the first gigabyte, and some such programs rely on that: there the first threads have a stretch as well, [LOW + number], which is used
 * before the other one. */
enum { EARLY = 0, LOW = TD_MAX_THREADS + 1, LOW_ONES = 32, ALL = LOW + LOW_ONES };

static struct stretch TD_STATE *stretches;
static uint64_t TD_STATE low_start, low_size; /* of the first low stretch; of each: 0 if there are none */
static uint32_t TD_STATE epoch;
static uint16_t TD_STATE *in_use;           /* stretches of this execution, in the order in which they came */
static uint32_t TD_EXECUTION used;
static uint32_t TD_STATE used_at_most;      /* also before it went back to a mark */
static uint8_t TD_EXECUTION early_freed;    /* a block from before main was freed in this execution */
static struct td_block TD_STATE **freed;    /* in this execution, one after the other */
static uint32_t TD_EXECUTION freed_count;
static uint32_t TD_STATE freed_at_most;     /* also before it went back to a mark */

static uint64_t start_of(uint32_t number)
{
	return number < LOW ? HEAP_BASE + number * STRETCH : low_start + (number - LOW) * low_size;
}

static uint64_t size_of(uint32_t number)
{
	return number < LOW ? STRETCH : low_size;
}

static int is_early(uint32_t number)
{
	return number == EARLY || number == LOW;
}

static struct stretch *stretch_of(uint32_t number)
{
	struct stretch *stretch = &stretches[number];
	if (unlikely(!stretch->start)) {
		stretch->start = start_of(number);
		td_map_at(stretch->start, size_of(number));
		if (number < LOW && td_channel && td_channel->job.isolate == TD_ISOLATE_FORK)
			td_prefer_huge_pages(stretch->start + FEW_BYTES, stretch->start + STRETCH);
		stretch->top = stretch->start;
	}
	if (unlikely(stretch->epoch != epoch && !is_early(number))) {
		struct stretch empty = {.start = stretch->start, .top = stretch->start, .epoch = epoch};
		*stretch = empty;
		in_use[used++] = (uint16_t)number;
		used_at_most = used;
	}
	return stretch;
}

/* Numbers of the stretches that a thread allocates from, in this order: how many. */
static uint32_t stretches_for(uint32_t number, uint32_t found[2])
{
	uint32_t count = 0;
	if (low_size && number < LOW_ONES)
		found[count++] = LOW + number;
	found[count++] = number;
	return count;
}

extern char _end[];
extern const Elf64_Ehdr __ehdr_start __attribute__((weak, visibility("hidden"))); /* made by the linker */

/* One that is may lie low as well, where valgrind has loaded it, but has other things behind its data there. */
static int is_position_independent(void)
{
	return !&__ehdr_start || __ehdr_start.e_type != ET_EXEC;
}

/* Behind the program's data, if these lie low. */
static void find_low_room(void)
{
	uint64_t start = ((uint64_t)_end + LOW_GAP + LEAST_LOW - 1) & ~(LEAST_LOW - 1);
	if (is_position_independent() || start + LOW_ONES * LEAST_LOW > LOW_END)
		return;
	low_start = start;
	low_size = (LOW_END - start) / LOW_ONES & ~4095ull;
}

/* Usable from the very first malloc of the process on. */
static void setup(void)
{
	if (stretches)
		return;
	if (!td_shadow_top)
		td_shadow_setup();
	stretches = td_map(ALL * sizeof *stretches);
	in_use = td_map(ALL * sizeof *in_use);
	find_low_room();
	freed = td_map(MOST_FREED * sizeof *freed);
}

void td_heap_setup(void)
{
	setup();
}

void td_heap_early_range(uint32_t which, uint64_t *start, uint64_t *end)
{
	*start = *end = 0;
	if (which && !low_size)
		return;
	struct stretch *early = stretch_of(which ? LOW : EARLY);
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
static void revive_blocks(const struct stretch *stretch)
{
	for (uint64_t at = stretch->start; at + TD_BLOCK_HEADER <= stretch->top;) {
		struct td_block *block = (struct td_block *)at;
		if (block->state == TD_BLOCK_LIVE)
			show(block);
		at += TD_BLOCK_HEADER + block->room;
	}
}

static void give_pages_back(const struct stretch *stretch)
{
	if (stretch->start && stretch->top > stretch->start + TOUCHED_LIMIT)
		td_syscall(SYS_madvise, (long)stretch->start, (long)(stretch->top - stretch->start), MADV_DONTNEED, 0, 0, 0);
}

void td_heap_reset(void)
{
	epoch++;
	td_large_reset();
	used = used_at_most = 0;
	freed_count = freed_at_most = 0;
	if (early_freed) {
		revive_blocks(&stretches[EARLY]);
		revive_blocks(&stretches[LOW]);
	}
	early_freed = 0;
	for (uint32_t i = 0; i < td_fiber_count; i++)
		give_pages_back(&stretches[td_fiber(i)->name_number + 1]); /* low ones are smaller than what is let lie */
}

static int is_low(uint64_t address)
{
	return address - low_start < LOW_ONES * low_size;
}

static int is_in_stretches(uint64_t address)
{
	return (address >= HEAP_BASE && address < HEAP_BASE + LOW * STRETCH) || is_low(address);
}

/* The number of the stretch that it lies in. */
static uint32_t number_of(uint64_t address)
{
	return is_low(address) ? LOW + (uint32_t)((address - low_start) / low_size) : (uint32_t)((address - HEAP_BASE) / STRETCH);
}

int td_heap_has(uint64_t address)
{
	return is_in_stretches(address) || td_large_block(address);
}

uint64_t td_heap_hash(void)
{
	uint64_t hash = 0;
	for (uint32_t i = 0; i < td_fiber_count; i++) {
		uint32_t found[2], count = stretches_for(td_fiber(i)->name_number + 1u, found);
		for (uint32_t k = 0; k < count; k++)
			hash = td_hash_words(hash, stretch_of(found[k])->start, stretch_of(found[k])->top);
	}
	return td_large_hash(hash);
}

int td_heap_is_of(const struct td_fiber *fiber, uint64_t address)
{
	uint32_t number = fiber->name_number + 1u;
	if (!is_in_stretches(address))
		return td_large_is_of(fiber, address);
	return number_of(address) == number || (number < LOW_ONES && number_of(address) == LOW + number);
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

/* The gap before an aligned block becomes part of the block before it: blocks can still be walked. */
static void fill_gap(uint64_t at, uint64_t data)
{
	*(struct td_block *)at = (struct td_block){.room = data - TD_BLOCK_HEADER - at - TD_BLOCK_HEADER, .state = TD_BLOCK_FREED};
	td_shadow_mark(at, data, TD_SHADOW_NO_ACCESS, 0);
}

static struct td_block *take_new(struct stretch *stretch, uint64_t room, uint64_t align)
{
	uint64_t at = stretch->top, data = (at + TD_BLOCK_HEADER + align - 1) & ~(align - 1);
	uint64_t gap = data - TD_BLOCK_HEADER - at;
	if (gap && gap < TD_BLOCK_HEADER + TD_HEAP_ALIGN)
		data += align;
	if (data + room > stretch->start + size_of((uint32_t)(stretch - stretches)))
		return NULL;
	if (gap)
		fill_gap(at, data);
	struct td_block *block = (struct td_block *)(data - TD_BLOCK_HEADER);
	stretch->top = data + room;
	block->room = room;
	td_shadow_mark(stretch->top, stretch->top + TD_BLOCK_HEADER, TD_SHADOW_NO_ACCESS, 0);
	return block;
}

static struct td_block *take(struct stretch *stretch, uint32_t class, uint64_t room, uint64_t align)
{
	struct td_block *block = align <= TD_HEAP_ALIGN ? take_free(stretch, class, room) : NULL;
	return block ? block : take_new(stretch, room, align < TD_HEAP_ALIGN ? TD_HEAP_ALIGN : align);
}

void *td_heap_allocate(uint64_t size, uint64_t align, int fill, uint64_t pc)
{
	if (unlikely(td_large_is(size)))
		return td_large_allocate(size, align, pc);
	setup();
	uint32_t found[2], count = stretches_for(td_current ? td_current->name_number + 1u : EARLY, found), class;
	uint64_t room;
	if (size > STRETCH / 2 || !(room = room_for(size, &class)))
		return errno = ENOMEM, NULL;
	struct td_block *block = NULL;
	for (uint32_t i = 0; i < count && !block; i++)
		block = take(stretch_of(found[i]), class, room, align);
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
	if (!is_in_stretches(address))
		return td_large_block(address);
	struct stretch *stretch = &stretches[number_of(address)];
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
	uint32_t number = number_of((uint64_t)block);
	struct stretch *stretch = &stretches[number];
	if (is_early(number) && td_current) {
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
	for (uint64_t at = td_shadow_first(start, end); at < end; at = td_shadow_first(at + PIECE, end))
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
	if (!is_in_stretches(start)) {
		td_large_release(block, pc);
		return;
	}
	block->state = TD_BLOCK_FREED;
	block->free_pc = pc;
	td_shadow_mark(start, start + block->room, TD_SHADOW_NO_ACCESS, 0);
	note_freed(block);
	quarantine(block);
}

void td_heap_move(void *data, void *to)
{
	struct td_block *from = (struct td_block *)((char *)data - TD_BLOCK_HEADER), *block = (struct td_block *)((char *)to - TD_BLOCK_HEADER);
	if (is_in_stretches((uint64_t)data) || is_in_stretches((uint64_t)to))
		td_plain_copy(to, data, from->size < block->size ? from->size : block->size);
	else
		td_large_move(from, block);
}

int td_heap_is_live(const void *data)
{
	uint64_t address = (uint64_t)data;
	const struct td_block *block = (const struct td_block *)(address - TD_BLOCK_HEADER);
	if (is_in_stretches(address))
		return !(address & (TD_HEAP_ALIGN - 1)) && block->state == TD_BLOCK_LIVE;
	return td_large_block(address) == block && block->state == TD_BLOCK_LIVE;
}

void td_heap_learn_shared(uint64_t address)
{
	if (!(*td_shadow(address) & TD_SHADOW_SHARED) && td_channel->job.learn)
		td_shadow_learn(address);
}
