/* The .trd file.
 *
 *   8 bytes    magic; not text, and damaged by everything that treats it as text
 *   u32        version of the format
 *   u32        how the body is packed: 0 as it is, 1 zstd
 *   u64 u64    size of the body unpacked and packed
 *   ...        the body
 *   u64        checksum of all bytes before it
 *
 * The body is a row of sections (u32 tag, u64 length, bytes), all numbers little-endian.  A reader passes over sections it does
 * not know. */
#ifndef TD_TRACE_TRD_H
#define TD_TRACE_TRD_H

#include "codec.h"
#include "trace.h"

/* The body, to be freed by the caller; and back, NULL if anything in it is wrong. */
struct td_codec td_trd_encode(const struct td_trace *trace);
struct td_trace *td_trd_decode(const void *body, size_t size);

#endif
