/* Streams of the C library that threads lock themselves (flockfile).
 *
 * Each call on a stream holds its lock, inside the C library, where no thread is interrupted; nobody ever waits for it.  But a
 * thread that has called flockfile can be interrupted while it holds the lock, and whoever comes then would wait in the kernel.
 * So flockfile takes a lock of the runtime instead, and from the first time that any thread does so every call on a stream
 * takes it as well.  A search that learns of it on the way begins anew, as these calls are events from then on. */
#ifndef TD_RT_STREAM_H
#define TD_RT_STREAM_H

#include "os.h"

#include <stdio.h>

/* Around a call on the stream; leave gets what enter gave. */
int td_stream_enter(FILE *stream, uint64_t pc);
void td_stream_leave(FILE *stream, int is_inside, uint64_t pc);

#endif
