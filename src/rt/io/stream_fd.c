/* Streams on descriptors that are controlled: see stream.h. */
#include "fd_calls.h"
#include "random.h"
#include "stream.h"
#include "rt/state.h"
#include "rt/sys.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <unistd.h>

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
	ssize_t result = (ssize_t)size;
	if (td_fd_is_ours(self->fd))
		result = td_fd_read(self->fd, buffer, size, self->pc);
	else
		td_random_fill(buffer, size, self->pc);
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
	ssize_t result = td_fd_is_ours(self->fd) ? td_fd_write(self->fd, buffer, size, self->pc) : (ssize_t)size;
	self->inside = NULL;
	return result < 0 ? 0 : result;
}

static int close_it(void *cookie)
{
	struct on_fd *self = cookie;
	self->stream = NULL;
	return td_fd_is_ours(self->fd) ? td_fd_close(self->fd, self->pc) : TD_REAL(close)(self->fd);
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

static FILE *open_stream(int fd, const char *mode, uint64_t pc)
{
	struct on_fd *self = new_stream(fd, pc);
	cookie_io_functions_t functions = {.read = read_more, .write = write_out, .close = close_it};
	self->stream = fopencookie(self, mode, functions);
	if (self->stream)
		__fsetlocking(self->stream, FSETLOCKING_BYCALLER);
	return self->stream;
}

TD_EXPORT FILE *fdopen(int fd, const char *mode)
{
	int is_taken_over = td_current && (td_fd_is_ours(fd) || td_random_is_device(fd));
	return is_taken_over ? open_stream(fd, mode, TD_HERE) : TD_REAL(fdopen)(fd, mode);
}

FILE *td_stream_take_over(FILE *stream, const char *mode, uint64_t pc)
{
	int fd = TD_REAL(fcntl)(TD_REAL(fileno)(stream), F_DUPFD_CLOEXEC, 0);
	TD_REAL(fclose)(stream);
	td_fd_opened(fd);
	return fd < 0 ? NULL : open_stream(fd, mode, pc);
}

TD_EXPORT int fileno(FILE *stream)
{
	const struct on_fd *self = td_current ? find(stream) : NULL;
	return self ? self->fd : TD_REAL(fileno)(stream);
}

TD_EXPORT __attribute__((alias("fileno"))) int fileno_unlocked(FILE *stream);
