/* Numbers and strings to bytes and back, little-endian.
 *
 * One description of a struct serves both ways: td_code_u32(codec, &x) writes x, or reads into it.  Reading never goes beyond
 * the bytes there are and never believes a count that they could not hold: the first thing wrong sets `bad`, after which
 * everything reads as zero. */
#ifndef TD_TRACE_CODEC_H
#define TD_TRACE_CODEC_H

#include <stdbool.h>

#include "base/base.h"

struct td_codec {
	bool writing, bad;
	uint8_t *bytes;          /* writing: grows; reading: not owned */
	size_t size, room, at;   /* writing: size is what was written; reading: at is what was read */
};

void td_code_bytes(struct td_codec *codec, void *bytes, size_t size);
void td_code_u8(struct td_codec *codec, uint8_t *number);
void td_code_u16(struct td_codec *codec, uint16_t *number);
void td_code_u32(struct td_codec *codec, uint32_t *number);
void td_code_u64(struct td_codec *codec, uint64_t *number);
void td_code_int(struct td_codec *codec, int *number);

/* A string or NULL; reading allocates it. */
void td_code_string(struct td_codec *codec, char **text);

/* The number of things that follow, each of at least LEAST bytes and at most MOST of them. */
void td_code_count(struct td_codec *codec, uint32_t *count, size_t least, uint32_t most);

/* The same for an array: reading allocates it, zeroed. */
void *td_code_array(struct td_codec *codec, void *array, uint32_t *count, size_t item, size_t least, uint32_t most);

#endif
