#include "inherited.h"

#include "rt/state.h"
#include "rt/sys.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST = 32, NO_POSITION = -1 };

struct inherited {
	int fd, spare;
	long flags, own_flags;   /* of what is open, of the number */
	long position;
	uint8_t is_replaced;
};

static struct inherited TD_STATE all[MOST];
static uint32_t TD_STATE count;
static uint8_t TD_STATE has_positions, has_flags, has_replaced; /* the latter two in this execution */

static long control(int fd, int command, long argument)
{
	return td_syscall(SYS_fcntl, fd, command, argument, 0, 0, 0);
}

/* What is appended to has no position of its own, and that of the channel does not matter. */
static long position_of(int fd, long flags)
{
	struct stat status;
	if (td_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) || !S_ISREG(status.st_mode) || !status.st_size)
		return NO_POSITION;
	return flags & O_APPEND || fd == td_channel_fd ? NO_POSITION : td_syscall(SYS_lseek, fd, 0, SEEK_CUR, 0, 0, 0);
}

static void find(int fd)
{
	long flags = control(fd, F_GETFL, 0);
	if (flags < 0 || count == MOST)
		return;
	struct inherited *self = &all[count++];
	*self = (struct inherited){.fd = fd, .flags = flags, .own_flags = control(fd, F_GETFD, 0), .position = position_of(fd, flags)};
	has_positions |= self->position != NO_POSITION;
}

/* Their second numbers come behind all of the first ones. */
void td_inherited_setup(void)
{
	for (int fd = 0; fd < TD_MAX_FDS; fd++)
		find(fd);
	for (uint32_t i = 0; i < count; i++)
		all[i].spare = (int)control(all[i].fd, F_DUPFD_CLOEXEC, all[count - 1].fd + 1);
}

static struct inherited *inherited(int fd)
{
	for (uint32_t i = 0; i < count; i++)
		if (all[i].fd == fd)
			return &all[i];
	return NULL;
}

int td_inherited_is(int fd)
{
	const struct inherited *self = inherited(fd);
	return self && !self->is_replaced;
}

int td_inherited_is_spare(int fd)
{
	for (uint32_t i = 0; i < count; i++)
		if (all[i].spare == fd)
			return 1;
	return 0;
}

int td_inherited_has_positions(void)
{
	return has_positions;
}

void td_inherited_set_flags(void)
{
	has_flags = 1;
	td_mark_refuse();
}

void td_inherited_replace(int fd)
{
	struct inherited *self = inherited(fd);
	if (!self)
		return;
	self->is_replaced = has_replaced = 1;
	td_mark_refuse();
}

/* Between the second numbers, which stay open. */
int td_inherited_close_range(unsigned first, unsigned last)
{
	for (uint32_t i = 0; i < count; i++)
		if ((unsigned)all[i].fd >= first && (unsigned)all[i].fd <= last)
			td_inherited_replace(all[i].fd);
	for (uint32_t i = 0; i < count && first <= last; i++) {
		unsigned spare = (unsigned)all[i].spare;
		if (all[i].spare < 0 || spare < first || spare > last)
			continue;
		if (spare > first)
			td_syscall(SYS_close_range, first, spare - 1, 0, 0, 0, 0);
		first = spare + 1;
	}
	return first > last ? 0 : TD_REAL(close_range)(first, last, 0);
}

static void put_back(struct inherited *self)
{
	if (self->is_replaced && self->spare >= 0)
		td_syscall(SYS_dup3, self->spare, self->fd, self->own_flags & FD_CLOEXEC ? O_CLOEXEC : 0, 0, 0, 0);
	self->is_replaced = 0;
	if (has_flags) {
		control(self->fd, F_SETFL, self->flags);
		control(self->fd, F_SETFD, self->own_flags);
	}
	if (self->position != NO_POSITION)
		td_syscall(SYS_lseek, self->fd, self->position, SEEK_SET, 0, 0, 0);
}

void td_inherited_put_back(void)
{
	if (!has_positions && !has_flags && !has_replaced)
		return;
	for (uint32_t i = 0; i < count; i++)
		put_back(&all[i]);
	has_flags = has_replaced = 0;
}

void td_inherited_child_ended(void)
{
	has_flags = 1;
	td_inherited_put_back();
}
