#include "large.h"

#include "mark.h"
#include "shadow.h"
#include "stack.h"
#include "rt/sys.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define STRETCHES 0x101000000000ull /* of 15 GiB, behind the places of wire/event.h and before the heap */
#define STRETCH (15ull << 30)
#define COMMON TD_STACKS_END
#define COMMON_END 0x400000000000ull

/* Smaller ones fit into a mark. */
enum { LARGE = 8 << 20, LARGE_IN_SELF_CHECK = 1 << 20, PAGE = 4096, MOST = 1 << 16, CHUNK = 1024 /* pages that are asked about at once */ };

/* A place that holds a block, or held one. */
struct place {
	uint64_t start, end;     /* of the mapping */
	struct td_block *block;
	uint16_t thread;         /* whose stretch it lies in; TD_MAX_THREADS: the common one */
};

static struct place TD_STATE *places;        /* in the order in which they came */
static uint32_t TD_STATE place_count;
static uint64_t TD_STATE used[TD_MAX_THREADS + 1]; /* bytes of the stretch, in this execution */

static uint64_t whole_pages(uint64_t size)
{
	return (size + PAGE - 1) & ~(uint64_t)(PAGE - 1);
}

int td_large_is(uint64_t size)
{
	return size >= (td_self_check() ? LARGE_IN_SELF_CHECK : LARGE) && td_current;
}

static uint64_t start_of(uint32_t stretch)
{
	return stretch == TD_MAX_THREADS ? COMMON : STRETCHES + stretch * STRETCH;
}

static uint64_t end_of(uint32_t stretch)
{
	return stretch == TD_MAX_THREADS ? COMMON_END : start_of(stretch) + STRETCH;
}

static int map(uint64_t start, uint64_t end)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
	return td_syscall(SYS_mmap, (long)start, (long)(end - start), PROT_READ | PROT_WRITE, flags, -1, 0) == (long)start;
}

static void unmap(uint64_t start, uint64_t end)
{
	if (start < end)
		td_syscall(SYS_munmap, (long)start, (long)(end - start), 0, 0, 0, 0);
}

/* Behind the last one of the stretch, with a page between the two that stays free. */
static struct place *new_place(uint32_t stretch, uint64_t size, uint64_t align)
{
	uint64_t at = (start_of(stretch) + used[stretch] + align - 1) & ~(align - 1);
	if (place_count == MOST || at > end_of(stretch) || size + PAGE > end_of(stretch) - at || !map(at, at + size))
		return NULL;
	used[stretch] = at + size + PAGE - start_of(stretch);
	struct place *place = &places[place_count++];
	*place = (struct place){.start = at, .end = at + size, .thread = (uint16_t)stretch};
	return place;
}

/* The oldest that is free. */
static struct place *old_place(uint32_t stretch, uint64_t size, uint64_t align)
{
	for (uint32_t i = 0; i < place_count; i++) {
		struct place *place = &places[i];
		if (place->thread == stretch && place->block->state == TD_BLOCK_FREED && place->end - place->start == size &&
		    !(place->start & (align - 1)) && map(place->start, place->end))
			return place;
	}
	return NULL;
}

static struct place *find_room(uint64_t size, uint64_t align)
{
	const uint32_t stretches[] = {td_current->name_number, TD_MAX_THREADS};
	if (!places)
		places = td_map(MOST * sizeof *places);
	for (uint32_t i = 0; i < 2; i++) {
		struct place *place = new_place(stretches[i], size, align);
		if (!place)
			place = old_place(stretches[i], size, align);
		if (place)
			return place;
	}
	return NULL;
}

/* Of this execution nothing is known yet; what is left of earlier ones is forgotten. */
static void show(const struct td_block *block)
{
	uint64_t data = (uint64_t)block + TD_BLOCK_HEADER, end = data + block->room;
	td_shadow_mark_made(data, end, 0, TD_SHADOW_OWNER | TD_SHADOW_PRIMITIVE | TD_SHADOW_NO_ACCESS);
	td_shadow_mark(data - TD_BLOCK_HEADER, data, TD_SHADOW_NO_ACCESS, 0);
	td_shadow_mark((data + block->size + 7) & ~7ull, end + TD_BLOCK_HEADER, TD_SHADOW_NO_ACCESS, 0);
}

void *td_large_allocate(uint64_t size, uint64_t align, uint64_t pc)
{
	if (align < TD_HEAP_ALIGN)
		align = TD_HEAP_ALIGN;
	uint64_t lead = (TD_BLOCK_HEADER + align - 1) & ~(align - 1);
	uint64_t room = (size + TD_HEAP_ALIGN - 1) & ~(uint64_t)(TD_HEAP_ALIGN - 1);
	struct place *place = NULL;
	if (size < COMMON_END - COMMON && lead < COMMON_END - COMMON)
		place = find_room(whole_pages(lead + room + TD_BLOCK_HEADER), align < PAGE ? PAGE : align);
	if (!place)
		return errno = ENOMEM, NULL;
	td_mark_refuse();
	place->block = (struct td_block *)(place->start + lead - TD_BLOCK_HEADER);
	*place->block = (struct td_block){.size = size, .room = room, .alloc_pc = pc, .state = TD_BLOCK_LIVE};
	show(place->block);
	return (void *)(place->start + lead);
}

static struct place *place_of(uint64_t address)
{
	for (uint32_t i = place_count; i-- > 0;)
		if (address >= places[i].start && address < places[i].end)
			return &places[i];
	return NULL;
}

struct td_block *td_large_block(uint64_t address)
{
	const struct place *place = place_of(address);
	return place ? place->block : NULL;
}

int td_large_is_of(const struct td_fiber *fiber, uint64_t address)
{
	uint64_t start = start_of(fiber->name_number);
	return address >= start && address < start + STRETCH;
}

/* The header stays, for reports. */
void td_large_release(struct td_block *block, uint64_t pc)
{
	uint64_t data = (uint64_t)block + TD_BLOCK_HEADER;
	block->state = TD_BLOCK_FREED;
	block->free_pc = pc;
	td_shadow_mark_made(data, data + block->room, TD_SHADOW_NO_ACCESS, 0);
	unmap(whole_pages(data), place_of(data)->end);
}

void td_large_move(struct td_block *from, struct td_block *to)
{
	uint64_t source = (uint64_t)from + TD_BLOCK_HEADER, target = (uint64_t)to + TD_BLOCK_HEADER;
	uint64_t size = from->size < to->size ? from->size : to->size, head = whole_pages(source) - source;
	if ((source ^ target) & (PAGE - 1) || size <= head) {
		td_plain_copy((void *)target, (void *)source, size);
		return;
	}
	td_plain_copy((void *)target, (void *)source, head);
	td_syscall(SYS_mremap, (long)(source + head), (long)whole_pages(size - head), (long)whole_pages(size - head),
		   MREMAP_MAYMOVE | MREMAP_FIXED, (long)(target + head), 0);
}

/* A page that was never written to is as good as one of zeros. */
static uint64_t hash_page(uint64_t hash, uint64_t page)
{
	const uint64_t *words = (const uint64_t *)page;
	uint64_t any = 0;
	for (uint32_t i = 0; i < PAGE / sizeof *words; i++)
		any |= words[i];
	return any ? td_hash_words(td_mix(hash, page), page, page + PAGE) : hash;
}

static uint64_t hash_pages(uint64_t hash, uint64_t start, uint64_t end)
{
	static uint8_t TD_STATE is_there[CHUNK];
	for (uint64_t at = start; at < end; at += CHUNK * PAGE) {
		uint64_t size = end - at < CHUNK * PAGE ? end - at : CHUNK * PAGE;
		if (td_syscall(SYS_mincore, (long)at, (long)size, (long)is_there, 0, 0, 0))
			continue;
		for (uint64_t i = 0; i < size / PAGE; i++)
			if (is_there[i] & 1)
				hash = hash_page(hash, at + i * PAGE);
	}
	return hash;
}

uint64_t td_large_hash(uint64_t hash)
{
	for (uint32_t i = 0; i < place_count; i++)
		if (places[i].block->state == TD_BLOCK_LIVE)
			hash = hash_pages(hash, places[i].start, places[i].end);
	return hash;
}

void td_large_reset(void)
{
	for (uint32_t i = 0; i < place_count; i++) {
		unmap(places[i].start, places[i].end);
		used[places[i].thread] = 0;
	}
	place_count = 0;
}

void td_large_made_shadow(uint64_t start, uint64_t end)
{
	for (uint32_t i = 0; i < place_count; i++) {
		const struct place *place = &places[i];
		uint64_t from = (uint64_t)place->block + TD_BLOCK_HEADER, to = place->end;
		if (place->block->state == TD_BLOCK_FREED && from < end && to > start)
			td_shadow_mark(from > start ? from : start, to < end ? to : end, TD_SHADOW_NO_ACCESS, 0);
	}
}
