#include "kernel_mappings.h"

#include "rt/state.h"
#include "rt/sys.h"

#include <sys/mman.h>
#include <sys/syscall.h>

enum { MOST = 4096, LOOK_PAUSE = 64 };

/* A page may find room between two libraries; what is large does not. */
enum { SMALL = 4096, LARGE = 1 << 20 };

static struct td_mapping TD_STATE *first;         /* that were there before main, in the order of their addresses */
static uint32_t TD_STATE first_count;
static uint64_t TD_STATE next_small, next_large; /* where the kernel would put such a piece then */
static uint8_t TD_STATE was_seen;            /* in some execution a library has mapped something */
static uint32_t TD_STATE ends;               /* executions that were over */

static uint64_t place_for(long size)
{
	long at = td_syscall(SYS_mmap, 0, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (at > 0)
		td_syscall(SYS_munmap, at, size, 0, 0, 0, 0);
	return (uint64_t)at;
}

static int is_changed(void)
{
	return place_for(SMALL) != next_small || place_for(LARGE) != next_large;
}

void td_kernel_mappings_setup(void)
{
	if (!first)
		first = td_map(MOST * sizeof *first);
	td_maps_read();
	first_count = 0;
	while (first_count < MOST && td_maps_next(&first[first_count]))
		first_count++;
	next_small = place_for(SMALL);
	next_large = place_for(LARGE);
}

int td_kernel_mappings_reserved(uint64_t address)
{
	for (uint32_t i = 0; i < first_count; i++)
		if (address >= first[i].start && address < first[i].end && first[i].is_private && first[i].is_anonymous)
			return first[i].protection & PROT_WRITE ? -1 : first[i].protection;
	return -1;
}

static void unmap(uint64_t start, uint64_t end)
{
	if (start < end)
		td_syscall(SYS_munmap, (long)start, (long)(end - start), 0, 0, 0, 0);
}

/* What of it was not there before. */
static void unmap_new(struct td_mapping mapping)
{
	for (uint32_t i = 0; i < first_count && mapping.start < mapping.end; i++) {
		const struct td_mapping *known = &first[i];
		if (known->end <= mapping.start || known->start >= mapping.end)
			continue;
		unmap(mapping.start, known->start);
		mapping.start = known->end;
	}
	unmap(mapping.start, mapping.end);
}

static int is_time_to_look(void)
{
	return was_seen || ends < LOOK_PAUSE || ends % LOOK_PAUSE == 0;
}

void td_kernel_mappings_look(void)
{
	if (!is_time_to_look() || !is_changed())
		return;
	was_seen = 1;
	td_mark_refuse();
}

void td_kernel_mappings_put_back(void)
{
	struct td_mapping mapping;
	int looks = is_time_to_look();
	ends++;
	if (!looks || first_count == MOST || !is_changed())
		return;
	was_seen = 1;
	td_maps_read();
	while (td_maps_next(&mapping))
		unmap_new(mapping);
}
