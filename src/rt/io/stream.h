/* Streams of the C library that threads lock themselves (flockfile).
 *
 * Each call on a stream holds its lock, inside the C library, where no thread is interrupted; nobody ever waits for it.  But a
 * thread that has called flockfile can be interrupted while it holds the lock, and whoever comes then would wait in the kernel.
 * So flockfile takes a lock of the runtime instead, and from the execution after the first in which a thread does so every call on a
 * stream takes it as well; in that one those do that find it taken.  A search that learns of it on the way begins anew, as these calls are
 * events from then on.
 *
 * A stream on a descriptor that is controlled (fdopen of a pipe) must not wait in the kernel either.  The C library reads and
 * writes by system calls of its own, so such a stream is made to call functions of ours instead (stream_fd.c); as they may wait,
 * with the thread inside the C library, every call on it takes the runtime's lock, and the C library's is not used.  The same goes for
 * streams of random numbers (random.h).
 *
 * What is written to a stream and read from it is something that threads share: each call is a use of the file (files.h), or, of a stream
 * that is no file, of the stream itself. */
#ifndef TD_RT_STREAM_H
#define TD_RT_STREAM_H

#include "rt/sys.h"

#include <stdio.h>

/* Around a call on the stream; leave gets what enter gave.  The ways are those in which the call uses the file behind it (hidden.h). */
int td_stream_enter(FILE *stream, uint32_t ways, uint64_t pc);
void td_stream_use(FILE *stream, uint32_t ways, uint64_t pc); /* the same for a call that takes no lock */
int td_stream_is_on_fd(FILE *stream, uint64_t pc); /* its calls have to take the lock; the next one is made here */
FILE *td_stream_take_over(FILE *stream, const char *mode, uint64_t pc); /* one that reads random numbers; returns one to use instead */
void td_streams_flush(void);   /* the execution ends: those that are on no controlled descriptor */
void td_stream_leave(FILE *stream, int is_inside, uint64_t pc);

#endif
