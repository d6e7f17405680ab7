#include "putback.h"

#include "heap.h"
#include "host.h"
#include "record.h"

#include <link.h>

enum { PAGE = 4096, MAX_REGIONS = 256 };

struct region {
	uint64_t start, end;     /* bytes to put back */
	uint8_t *hot;            /* a page of it is copied back after each execution */
	uint8_t *saved;          /* copy, laid out like the region's pages */
};

struct hot_page {
	uint64_t start, end;
	uint8_t *saved;
};

static struct region TD_STATE regions[MAX_REGIONS];
static uint32_t TD_STATE region_count;
static struct hot_page TD_STATE *hot_pages;
static uint32_t TD_STATE hot_count, hot_room;
static int TD_STATE protected;           /* cold pages are read-only */
static uint64_t TD_STATE heap_end;       /* of the heap before main, as far as it is a region */

extern char __start_td_state[], __stop_td_state[];

static uint64_t page_of(uint64_t address)
{
	return address & ~(uint64_t)(PAGE - 1);
}

static void add_region(uint64_t start, uint64_t end)
{
	if (start >= end)
		return;
	if (region_count == MAX_REGIONS)
		td_panic("too many writable segments");
	uint64_t pages = (page_of(end + PAGE - 1) - page_of(start)) / PAGE;
	regions[region_count++] = (struct region){start, end, td_map(pages), td_map(pages * PAGE)};
}

/* The runtime's own state lies inside the program's data segment. */
static void add_without_state(uint64_t start, uint64_t end)
{
	uint64_t low = (uint64_t)__start_td_state, high = (uint64_t)__stop_td_state;
	if (low >= start && high <= end) {
		add_region(start, low);
		add_region(high, end);
	} else {
		add_region(start, end);
	}
}

/* Pages that the dynamic linker has made read-only after relocation stay as they are. */
static uint64_t after_relro(const struct dl_phdr_info *info, uint64_t start, uint64_t end)
{
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uint64_t relro_end = page_of(info->dlpi_addr + header->p_vaddr + header->p_memsz);
		if (header->p_type == PT_GNU_RELRO && relro_end > start && info->dlpi_addr + header->p_vaddr < end)
			return relro_end;
	}
	return start;
}

static int add_segments(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size;
	(void)unused;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		if (header->p_type != PT_LOAD || !(header->p_flags & PF_W))
			continue;
		uint64_t start = info->dlpi_addr + header->p_vaddr, end = start + header->p_memsz;
		add_without_state(after_relro(info, start, end), end);
	}
	return 0;
}

static uint8_t *saved_at(const struct region *region, uint64_t address)
{
	return region->saved + (address - page_of(region->start));
}

static uint8_t *hot_flag(const struct region *region, uint64_t page)
{
	return &region->hot[(page - page_of(region->start)) / PAGE];
}

static struct hot_page clip(const struct region *region, uint64_t page)
{
	uint64_t start = page > region->start ? page : region->start;
	uint64_t end = page + PAGE < region->end ? page + PAGE : region->end;
	return (struct hot_page){start, end, saved_at(region, start)};
}

static void make_hot(struct region *region, uint64_t page)
{
	if (*hot_flag(region, page))
		return;
	if (hot_count == hot_room) {
		struct hot_page *old = hot_pages;
		hot_room = hot_room ? 2 * hot_room : 1024;
		hot_pages = td_map(hot_room * sizeof *hot_pages);
		td_plain_copy(hot_pages, old, hot_count * sizeof *hot_pages);
	}
	*hot_flag(region, page) = 1;
	hot_pages[hot_count++] = clip(region, page);
}

/* A page at the edge of a region may belong to another one as well, or to the runtime's state: it cannot be protected. */
static int can_protect(const struct region *region, uint64_t page)
{
	return page >= region->start && page + PAGE <= region->end;
}

static void save_all(void)
{
	for (uint32_t i = 0; i < region_count; i++)
		td_plain_copy(saved_at(&regions[i], regions[i].start), (void *)regions[i].start, regions[i].end - regions[i].start);
}

void td_putback_snapshot(void)
{
	uint64_t heap_start;
	dl_iterate_phdr(add_segments, NULL);
	td_heap_early_range(&heap_start, &heap_end);
	add_region(heap_start, heap_end);
	save_all();
}

/* After the first execution: what it changed is hot, whoever wrote it; all else is protected from now on. */
static void find_hot_pages(struct region *region)
{
	for (uint64_t page = page_of(region->start); page < region->end; page += PAGE) {
		struct hot_page part = clip(region, page);
		if (!can_protect(region, page) || td_plain_compare((void *)part.start, part.saved, part.end - part.start))
			make_hot(region, page);
	}
}

/* Runs of cold pages in one call each. */
static void protect_cold_pages(struct region *region)
{
	uint64_t from = 0;
	for (uint64_t page = page_of(region->start); page <= region->end; page += PAGE) {
		int cold = page < region->end && can_protect(region, page) && !*hot_flag(region, page);
		if (cold && !from)
			from = page;
		if (!cold && from) {
			td_protect(from, page, 0);
			from = 0;
		}
	}
}

void td_putback(void)
{
	if (!protected)
		for (uint32_t i = 0; i < region_count; i++)
			find_hot_pages(&regions[i]);
	for (uint32_t i = 0; i < hot_count; i++)
		td_plain_copy((void *)hot_pages[i].start, hot_pages[i].saved, hot_pages[i].end - hot_pages[i].start);
	if (!protected) {
		protected = 1;
		for (uint32_t i = 0; i < region_count; i++)
			protect_cold_pages(&regions[i]);
	}
}

int td_putback_is_valid(void)
{
	for (uint32_t i = 0; i < region_count; i++) {
		const struct region *region = &regions[i];
		if (td_plain_compare((void *)region->start, saved_at(region, region->start), region->end - region->start))
			return 0;
	}
	return 1;
}

void td_putback_keep(void)
{
	uint64_t start, end;
	for (uint32_t i = 0; i < hot_count; i++)
		td_plain_copy(hot_pages[i].saved, (void *)hot_pages[i].start, hot_pages[i].end - hot_pages[i].start);
	td_heap_early_range(&start, &end);
	if (end == heap_end)
		return;
	struct region *grown = &regions[region_count];
	add_region(heap_end, end);
	td_plain_copy(saved_at(grown, heap_end), (void *)heap_end, end - heap_end);
	for (uint64_t page = heap_end; page < end; page += PAGE)
		make_hot(grown, page);
	heap_end = end;
}

static struct region *region_of(uint64_t address)
{
	for (uint32_t i = 0; i < region_count; i++)
		if (address >= regions[i].start && address < regions[i].end)
			return &regions[i];
	return NULL;
}

int td_putback_fault(uint64_t address)
{
	struct region *region = protected ? region_of(address) : NULL;
	uint64_t page = page_of(address);
	if (!region || !can_protect(region, page) || *hot_flag(region, page))
		return 0;
	make_hot(region, page);
	return td_protect(page, page + PAGE, 1) == 0;
}

void td_putback_touch(uint64_t start, size_t size)
{
	if (!protected || !size)
		return;
	uint64_t end = start + size;
	for (uint64_t page = page_of(start); page < end; page += PAGE)
		td_putback_fault(page < start ? start : page);
}

uint64_t td_putback_hash(void)
{
	uint64_t hash = hot_count;
	for (uint32_t i = 0; i < hot_count; i++)
		hash = td_hash_words(hash, hot_pages[i].start, hot_pages[i].end);
	return hash;
}
