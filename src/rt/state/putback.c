#include "putback.h"

#include "fiber.h"
#include "heap.h"
#include "mark.h"
#include "rt/sys.h"

#include <link.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { PAGE = 4096, MAX_REGIONS = 256, FIRST_COOLING = 8, MOST_HEATINGS = 3, CHUNK = 1024 /* pages that are asked about at once */, HEAPS = 2 };

struct region {
	uint64_t start, end;     /* bytes to put back */
	uint8_t is_program;      /* of the program itself: the runtime's state may lie beside it, and the kernel may write there */
	uint8_t is_sparse;       /* fresh memory, of which most may never have been touched */
	uint8_t *heat;           /* of its pages: 0 if it is cold; how often it became hot * 2, + 1 if it is */
	uint8_t *saved;          /* copy, laid out like the region's pages */
};

/* A page that is copied back after each execution. */
struct hot_page {
	uint64_t start, end;
	uint8_t *saved;
	struct region *region;
};

static struct region TD_STATE regions[MAX_REGIONS];
static uint32_t TD_STATE region_count;
static struct hot_page TD_STATE *hot_pages;
static uint32_t TD_STATE hot_count, hot_room;
static uint32_t TD_EXECUTION hot_at_mark; /* so many were hot when the mark was made that the execution has gone back to */
static int TD_STATE protected;           /* cold pages are read-only */
static uint64_t TD_STATE putbacks;       /* since then */
static uint64_t TD_STATE heap_ends[HEAPS]; /* of the heaps before main, as far as they are regions */

extern char __start_td_state[], __stop_td_state[], __start_td_under_way[], __stop_td_under_way[];

static uint64_t page_of(uint64_t address)
{
	return address & ~(uint64_t)(PAGE - 1);
}

static void add_region(uint64_t start, uint64_t end, int is_program)
{
	if (start >= end)
		return;
	if (region_count == MAX_REGIONS)
		td_panic("too many writable segments");
	uint64_t pages = (page_of(end + PAGE - 1) - page_of(start)) / PAGE;
	regions[region_count++] = (struct region){start, end, is_program, 0, td_map(pages), td_map(pages * PAGE)};
}

/* What is the runtime's own lies inside the program's data segment, in three sections. */
static void add_without_state(uint64_t start, uint64_t end, int is_program)
{
	uint64_t holes[][2] = {{(uint64_t)__start_td_state, (uint64_t)__stop_td_state},
			       {(uint64_t)__start_td_reals, (uint64_t)__stop_td_reals},
			       {(uint64_t)__start_td_under_way, (uint64_t)__stop_td_under_way}};
	for (;;) {
		uint64_t from = end, to = end;
		for (uint32_t i = 0; i < sizeof holes / sizeof *holes; i++)
			if (holes[i][0] >= start && holes[i][0] < from && holes[i][1] <= end) {
				from = holes[i][0];
				to = holes[i][1];
			}
		add_region(start, from, is_program);
		if (from == end)
			return;
		start = to;
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
		add_without_state(after_relro(info, start, end), end, !info->dlpi_name[0]);
	}
	return 0;
}

static uint8_t *saved_at(const struct region *region, uint64_t address)
{
	return region->saved + (address - page_of(region->start));
}

static uint8_t *heat_of(const struct region *region, uint64_t page)
{
	return &region->heat[(page - page_of(region->start)) / PAGE];
}

static int is_hot(const struct region *region, uint64_t page)
{
	return *heat_of(region, page) & 1;
}

static struct hot_page clip(struct region *region, uint64_t page)
{
	uint64_t start = page > region->start ? page : region->start;
	uint64_t end = page + PAGE < region->end ? page + PAGE : region->end;
	return (struct hot_page){start, end, saved_at(region, start), region};
}

static void make_hot(struct region *region, uint64_t page)
{
	if (is_hot(region, page))
		return;
	if (hot_count == hot_room) {
		struct hot_page *old = hot_pages;
		hot_room = hot_room ? 2 * hot_room : 1024;
		hot_pages = td_map(hot_room * sizeof *hot_pages);
		td_plain_copy(hot_pages, old, hot_count * sizeof *hot_pages);
	}
	*heat_of(region, page) += 3; /* it was even, and one more time */
	hot_pages[hot_count++] = clip(region, page);
}

/* A page at the edge of one of the program's regions may belong to the runtime's state as well: it cannot be protected. */
static int can_protect(const struct region *region, uint64_t page)
{
	return !region->is_program || (page >= region->start && page + PAGE <= region->end);
}

/* Calls the function for all pages of a region; of a sparse one, for those that are there. */
static void for_each_page(struct region *region, void (*function)(struct region *, uint64_t page))
{
	static uint8_t TD_STATE is_there[CHUNK];
	for (uint64_t chunk = page_of(region->start); chunk < region->end; chunk += CHUNK * PAGE) {
		uint64_t end = region->end - chunk < CHUNK * PAGE ? region->end : chunk + CHUNK * PAGE;
		if (region->is_sparse && td_syscall(SYS_mincore, (long)chunk, (long)(end - chunk), (long)is_there, 0, 0, 0))
			continue;
		for (uint64_t page = chunk; page < end; page += PAGE)
			if (!region->is_sparse || is_there[(page - chunk) / PAGE] & 1)
				function(region, page);
	}
}

static void save_page(struct region *region, uint64_t page)
{
	struct hot_page part = clip(region, page);
	td_plain_copy(part.saved, (void *)part.start, part.end - part.start);
}

static int is_changed(const struct hot_page *page)
{
	return td_plain_compare((void *)page->start, page->saved, page->end - page->start);
}

/* What is no region yet.  The main thread's own block is the fibres' business, and the kernel writes there. */
static void add_beside(uint64_t start, uint64_t end)
{
	uint64_t thread = td_thread_pointer(), from = page_of(thread - td_tls_size()), to = page_of(thread + 3 * PAGE);
	if (start >= end)
		return;
	for (uint32_t i = 0; i <= region_count; i++) {
		if (start < to && end > from) {
			add_beside(start, from);
			add_beside(to, end);
			return;
		}
		from = page_of(regions[i].start);
		to = page_of(regions[i].end + PAGE - 1);
	}
	add_region(start, end, 1);
	regions[region_count - 1].is_sparse = 1;
}

/* Libraries and constructors have mapped memory before main: allocators do. */
static void add_mappings(void)
{
	struct td_mapping mapping;
	td_maps_read();
	while (td_maps_next(&mapping))
		if (mapping.is_private && mapping.is_anonymous && mapping.protection & PROT_WRITE)
			add_beside(mapping.start, mapping.end);
}

uint64_t td_putback_stack_start(char **argv)
{
	return page_of((uint64_t)(argv - 1)); /* their number lies before them */
}

/* The name that the program was started by is the highest thing on the stack. */
static void add_initial_stack(char **argv)
{
	const char *highest = (const char *)getauxval(AT_EXECFN);
	if (highest > (const char *)argv)
		add_region(td_putback_stack_start(argv), page_of((uint64_t)highest + td_length(highest) + PAGE), 1);
}

void td_putback_snapshot(char **argv)
{
	dl_iterate_phdr(add_segments, NULL);
	add_initial_stack(argv);
	for (uint32_t i = 0; i < HEAPS; i++) {
		uint64_t start;
		td_heap_early_range(i, &start, &heap_ends[i]);
		add_region(start, heap_ends[i], 0);
	}
	add_mappings();
	for (uint32_t i = 0; i < region_count; i++)
		for_each_page(&regions[i], save_page);
}

/* After the first execution: what it changed is hot, whoever wrote it; all else is protected from now on. */
static void find_hot_page(struct region *region, uint64_t page)
{
	struct hot_page part = clip(region, page);
	if (!can_protect(region, page) || is_changed(&part))
		make_hot(region, page);
}

/* Runs of cold pages in one call each. */
static void protect_cold_pages(struct region *region)
{
	uint64_t from = 0;
	for (uint64_t page = page_of(region->start); page < region->end + PAGE; page += PAGE) {
		int cold = page < region->end && can_protect(region, page) && !is_hot(region, page);
		if (cold && !from)
			from = page;
		if (!cold && from) {
			td_protect(from, page, 0);
			from = 0;
		}
	}
}

static void copy_back(const struct hot_page *page)
{
	td_plain_copy((void *)page->start, page->saved, page->end - page->start);
}

/* Much is written in the first execution only, when libraries make themselves ready.  Pages of the program stay hot: the kernel may write
 * there, which a page that is protected would not let it do. */
static int can_cool(const struct hot_page *page)
{
	return !page->region->is_program && *heat_of(page->region, page_of(page->start)) / 2 <= MOST_HEATINGS && !is_changed(page);
}

static void cool(void)
{
	for (uint32_t i = 0; i < hot_count;) {
		struct hot_page *hot = &hot_pages[i];
		uint64_t page = page_of(hot->start);
		if (!can_cool(hot)) {
			i++;
			continue;
		}
		*heat_of(hot->region, page) &= ~1;
		td_protect(page, page + PAGE, 0);
		*hot = hot_pages[--hot_count];
	}
}

/* Now and then, less and less often. */
static int is_time_to_cool(void)
{
	return ++putbacks >= FIRST_COOLING && !(putbacks & (putbacks - 1));
}

void td_putback(void)
{
	if (protected && is_time_to_cool())
		cool();
	if (!protected)
		for (uint32_t i = 0; i < region_count; i++)
			for_each_page(&regions[i], find_hot_page);
	for (uint32_t i = 0; i < hot_count; i++)
		copy_back(&hot_pages[i]);
	if (!protected) {
		protected = 1;
		for (uint32_t i = 0; i < region_count; i++)
			protect_cold_pages(&regions[i]);
	}
}

void td_putback_before_fork(void)
{
	for (uint32_t i = 0; i < region_count; i++) {
		const struct region *region = &regions[i];
		if (region->is_sparse)
			continue;
		td_collapse_pages(region->start, region->end);
		td_collapse_pages((uint64_t)region->saved, (uint64_t)region->saved + region->end - region->start);
	}
}

int td_putback_knows_pages(void)
{
	return protected;
}

void td_putback_mark(void)
{
	for (uint32_t i = 0; i < hot_count; i++)
		td_mark_keep((void *)hot_pages[i].start, hot_pages[i].end - hot_pages[i].start);
	hot_at_mark = hot_count;
}

/* Pages that had not been written to when the mark was made. */
void td_putback_back(void)
{
	for (uint32_t i = hot_at_mark; i < hot_count; i++)
		copy_back(&hot_pages[i]);
}

static uint8_t TD_STATE is_invalid;

static void check_page(struct region *region, uint64_t page)
{
	struct hot_page part = clip(region, page);
	is_invalid |= is_changed(&part);
}

int td_putback_is_valid(void)
{
	is_invalid = 0;
	for (uint32_t i = 0; i < region_count; i++)
		for_each_page(&regions[i], check_page);
	return !is_invalid;
}

static void keep_heap(uint32_t which)
{
	uint64_t start, end, known = heap_ends[which];
	td_heap_early_range(which, &start, &end);
	if (end == known)
		return;
	struct region *grown = &regions[region_count];
	add_region(known, end, 0);
	td_plain_copy(saved_at(grown, known), (void *)known, end - known);
	for (uint64_t page = known; page < end; page += PAGE)
		make_hot(grown, page);
	heap_ends[which] = end;
}

void td_putback_keep(void)
{
	for (uint32_t i = 0; i < hot_count; i++)
		td_plain_copy(hot_pages[i].saved, (void *)hot_pages[i].start, hot_pages[i].end - hot_pages[i].start);
	for (uint32_t i = 0; i < HEAPS; i++)
		keep_heap(i);
}

static struct region *region_of(uint64_t address)
{
	for (uint32_t i = 0; i < region_count; i++)
		if (address >= regions[i].start && address < regions[i].end)
			return &regions[i];
	return NULL;
}

int td_putback_has(uint64_t address)
{
	return region_of(address) != NULL;
}

int td_putback_fault(uint64_t address)
{
	struct region *region = protected ? region_of(address) : NULL;
	uint64_t page = page_of(address);
	if (!region || !can_protect(region, page) || is_hot(region, page))
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

static uint64_t hash_of(const struct hot_page *page)
{
	uint64_t saved = (uint64_t)page->saved;
	return td_hash_words(page->start, page->start, page->end) - td_hash_words(page->start, saved, saved + (page->end - page->start));
}

/* In the first execution no page is known to be written to, so all are compared. */
static uint64_t TD_STATE hash_of_pages;

static void hash_page(struct region *region, uint64_t page)
{
	struct hot_page part = clip(region, page);
	if (is_changed(&part))
		hash_of_pages += hash_of(&part);
}

/* What is hashed must not depend on which pages are hot: earlier executions have made them so. */
uint64_t td_putback_hash(void)
{
	hash_of_pages = 0;
	for (uint32_t i = 0; i < hot_count; i++)
		if (is_changed(&hot_pages[i]))
			hash_of_pages += hash_of(&hot_pages[i]);
	for (uint32_t i = 0; !protected && i < region_count; i++)
		for_each_page(&regions[i], hash_page);
	return hash_of_pages;
}

void td_putback_clean_up(void)
{
	td_putback();
	if (td_self_check() && !td_putback_is_valid())
		td_panic("self-check: memory is not what it was");
}
