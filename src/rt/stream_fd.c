/* Streams on descriptors that are controlled: see stream.h. */
#include "stream.h"

#include "fd_calls.h"
#include "fiber.h"
#include "putback.h"
#include "real.h"
#include "sched.h"

#include <errno.h>
#include <stdio_ext.h>

enum { MAX_STREAMS = 64 };

struct on_fd {
	FILE *stream;            /* NULL: it is free */
	int fd;
	uint64_t pc;             /* where the program called what is under way */
	struct td_fiber *inside; /* who reads or writes */
};

static struct on_fd TD_STATE streams[MAX_STREAMS];
static uint32_t TD_EXECUTION used;   /* so many of them ever were */

static uint8_t TD_EXECUTION is_over; /* what is still in the streams' buffers nobody will read */

void td_streams_flush(void)
{
	is_over = 1;
	TD_REAL(fflush)(NULL);
	is_over = 0;
}

static struct on_fd *find(const FILE *stream)
{
	for (uint32_t i = 0; stream && i < used; i++)
		if (streams[i].stream == stream)
			return &streams[i];
	return NULL;
}

int td_stream_is_on_fd(FILE *stream, uint64_t pc)
{
	struct on_fd *self = find(stream);
	if (self && !self->inside)
		self->pc = pc;
	return self != NULL;
}

/* A function of the C library that the runtime does not know has not taken the lock. */
static void enter(struct on_fd *self)
{
	if (self->inside)
		td_unsupported("two threads use a stream on descriptor %d at once, by functions that Treadle does not know",
			       (int64_t)self->fd);
	self->inside = td_current;
}

static ssize_t read_more(void *cookie, char *buffer, size_t size)
{
	struct on_fd *self = cookie;
	enter(self);
	td_putback_touch((uint64_t)buffer, size);
	ssize_t result = td_fd_read(self->fd, buffer, size, self->pc);
	self->inside = NULL;
	return result;
}

/* The C library takes 0 for a failure. */
static ssize_t write_out(void *cookie, const char *buffer, size_t size)
{
	struct on_fd *self = cookie;
	if (is_over)
		return (ssize_t)size;
	enter(self);
	ssize_t result = td_fd_write(self->fd, buffer, size, self->pc);
	self->inside = NULL;
	return result < 0 ? 0 : result;
}

static int close_it(void *cookie)
{
	struct on_fd *self = cookie;
	self->stream = NULL;
	return td_fd_close(self->fd, self->pc);
}

static struct on_fd *new_stream(int fd, uint64_t pc)
{
	struct on_fd *self = NULL;
	for (uint32_t i = 0; i < used && !self; i++)
		if (!streams[i].stream)
			self = &streams[i];
	if (!self && used == MAX_STREAMS)
		td_unsupported("more than %u streams on pipes and the like at once", (uint64_t)MAX_STREAMS);
	if (!self)
		self = &streams[used++];
	*self = (struct on_fd){.fd = fd, .pc = pc};
	return self;
}

TD_EXPORT FILE *fdopen(int fd, const char *mode)
{
	if (!td_current || !td_fd_is_ours(fd))
		return TD_REAL(fdopen)(fd, mode);
	struct on_fd *self = new_stream(fd, TD_HERE);
	cookie_io_functions_t functions = {.read = read_more, .write = write_out, .close = close_it};
	self->stream = fopencookie(self, mode, functions);
	if (self->stream)
		__fsetlocking(self->stream, FSETLOCKING_BYCALLER);
	return self->stream;
}

TD_EXPORT int fileno(FILE *stream)
{
	const struct on_fd *self = td_current ? find(stream) : NULL;
	return self ? self->fd : TD_REAL(fileno)(stream);
}

TD_EXPORT __attribute__((alias("fileno"))) int fileno_unlocked(FILE *stream);
