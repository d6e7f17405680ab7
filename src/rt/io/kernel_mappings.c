#include "kernel_mappings.h"

#include "rt/state.h"
#include "rt/sys.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Below lies what the runtime places itself. */
#define LOWEST 0x700000000000ull

enum { MOST = 4096, TEXT = 1 << 18, LOOK_PAUSE = 64 };

/* A page may find room between two libraries; what is large does not. */
enum { SMALL = 4096, LARGE = 1 << 20 };

struct piece {
	uint64_t start, end;
};

static struct piece TD_STATE *first;         /* that were there before main, in the order of their addresses */
static uint32_t TD_STATE first_count;
static uint64_t TD_STATE next_small, next_large; /* where the kernel would put such a piece then */
static uint8_t TD_STATE was_seen;            /* in some execution a library has mapped something */
static uint32_t TD_STATE ends;               /* executions that were over */
static char TD_STATE *text;
static uint32_t TD_STATE text_size;

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

/* All at once: what is unmapped while the list is read would be missing in it. */
static void read_list(void)
{
	long got, fd = td_syscall(SYS_open, (long)"/proc/self/maps", O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
	text_size = 0;
	while (fd >= 0 && text_size < TEXT - 1 && (got = td_syscall(SYS_read, fd, (long)(text + text_size), TEXT - 1 - text_size, 0, 0, 0)) > 0)
		text_size += (uint32_t)got;
	text[text_size] = 0;
	if (fd >= 0)
		td_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
}

static uint64_t hexadecimal(const char **at)
{
	uint64_t value = 0;
	for (;; ++*at) {
		char digit = **at;
		if (digit >= '0' && digit <= '9')
			value = value << 4 | (uint64_t)(digit - '0');
		else if (digit >= 'a' && digit <= 'f')
			value = value << 4 | (uint64_t)(digit - 'a' + 10);
		else
			return value;
	}
}

/* The stack grows; the host is on it, below the arguments, which are protected and so another piece. */
static int is_of_kernel(const char *line, const struct piece *piece)
{
	uint64_t here = (uint64_t)__builtin_frame_address(0);
	if (here >= piece->start && here < piece->end)
		return 1;
	for (; *line && *line != '\n'; line++)
		if (*line == '[')
			return 1;
	return 0;
}

/* The next line that is about memory of the kind; 0: there is none.  */
static int next_piece(const char **at, struct piece *piece)
{
	while (**at) {
		const char *line = *at;
		piece->start = hexadecimal(at);
		++*at;
		piece->end = hexadecimal(at);
		while (**at && **at != '\n')
			++*at;
		if (!**at)
			return 0; /* a line that did not fit in */
		++*at;
		if (piece->start >= LOWEST && !is_of_kernel(line, piece))
			return 1;
	}
	return 0;
}

void td_kernel_mappings_setup(void)
{
	struct piece piece;
	if (!text) {
		text = td_map(TEXT);
		first = td_map(MOST * sizeof *first);
	}
	read_list();
	first_count = 0;
	for (const char *at = text; first_count < MOST && next_piece(&at, &piece);)
		first[first_count++] = piece;
	next_small = place_for(SMALL);
	next_large = place_for(LARGE);
}

static void unmap(uint64_t start, uint64_t end)
{
	if (start < end)
		td_syscall(SYS_munmap, (long)start, (long)(end - start), 0, 0, 0, 0);
}

/* What of it was not there before. */
static void unmap_new(struct piece piece)
{
	for (uint32_t i = 0; i < first_count && piece.start < piece.end; i++) {
		const struct piece *known = &first[i];
		if (known->end <= piece.start || known->start >= piece.end)
			continue;
		unmap(piece.start, known->start);
		piece.start = known->end;
	}
	unmap(piece.start, piece.end);
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
	struct piece piece;
	int looks = is_time_to_look();
	ends++;
	if (!looks || first_count == MOST || !is_changed())
		return;
	was_seen = 1;
	read_list();
	for (const char *at = text; next_piece(&at, &piece);)
		unmap_new(piece);
}
