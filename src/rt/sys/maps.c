#include "maps.h"

#include "os.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Below lies what the runtime places itself. */
#define LOWEST 0x700000000000ull

enum { ROOM = 1 << 18 };

static char TD_STATE *text;
static const char TD_STATE *at;

void td_maps_read(void)
{
	uint32_t size = 0;
	if (!text)
		text = td_map(ROOM);
	long got, fd = td_syscall(SYS_open, (long)"/proc/self/maps", O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
	while (fd >= 0 && size < ROOM - 1 && (got = td_syscall(SYS_read, fd, (long)(text + size), ROOM - 1 - size, 0, 0, 0)) > 0)
		size += (uint32_t)got;
	text[size] = 0;
	at = text;
	if (fd >= 0)
		td_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
}

static uint64_t hexadecimal(void)
{
	uint64_t value = 0;
	for (;; at++)
		if (*at >= '0' && *at <= '9')
			value = value << 4 | (uint64_t)(*at - '0');
		else if (*at >= 'a' && *at <= 'f')
			value = value << 4 | (uint64_t)(*at - 'a' + 10);
		else
			return value;
}

static uint8_t protection_of(uint32_t column, char letter)
{
	if (column == 1 && letter == 'r')
		return PROT_READ;
	if (column == 2 && letter == 'w')
		return PROT_WRITE;
	return column == 3 && letter == 'x' ? PROT_EXEC : 0;
}

/* START-END rwxp OFFSET DEVICE INODE NAME; the kernel's own names are in brackets. */
static int take_line(struct td_mapping *mapping, int *is_of_kernel)
{
	*mapping = (struct td_mapping){.start = hexadecimal(), .is_anonymous = 1};
	*is_of_kernel = 0;
	at += *at != 0;
	mapping->end = hexadecimal();
	for (uint32_t column = 0; *at && *at != '\n'; at++, column++) {
		mapping->protection |= protection_of(column, *at);
		mapping->is_private |= column == 4 && *at == 'p';
		mapping->is_anonymous &= *at != '/';
		*is_of_kernel |= *at == '[';
	}
	if (!*at)
		return 0; /* a line that did not fit in */
	at++;
	return 1;
}

/* The stack grows; the host is on it, below the arguments, which are protected and so another piece. */
static int is_stack(const struct td_mapping *mapping)
{
	uint64_t here = (uint64_t)__builtin_frame_address(0);
	return here >= mapping->start && here < mapping->end;
}

int td_maps_next(struct td_mapping *mapping)
{
	int is_of_kernel;
	while (*at && take_line(mapping, &is_of_kernel))
		if (mapping->start >= LOWEST && !is_of_kernel && !is_stack(mapping))
			return 1;
	return 0;
}
