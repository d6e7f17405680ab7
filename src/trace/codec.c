#include "codec.h"

#include <string.h>

static void write_bytes(struct td_codec *codec, const void *bytes, size_t size)
{
	while (codec->room - codec->size < size) {
		codec->room = codec->room ? 2 * codec->room : 4096;
		codec->bytes = td_grow(codec->bytes, codec->room);
	}
	if (size)
		memcpy(codec->bytes + codec->size, bytes, size);
	codec->size += size;
}

void td_code_bytes(struct td_codec *codec, void *bytes, size_t size)
{
	if (codec->writing) {
		write_bytes(codec, bytes, size);
		return;
	}
	if (codec->bad || codec->size - codec->at < size) {
		codec->bad = true;
		memset(bytes, 0, size);
		return;
	}
	if (size)
		memcpy(bytes, codec->bytes + codec->at, size);
	codec->at += size;
}

static uint64_t number_bytes(struct td_codec *codec, uint64_t number, size_t size)
{
	uint8_t bytes[8];

	for (size_t i = 0; i < size; i++)
		bytes[i] = number >> 8 * i;
	td_code_bytes(codec, bytes, size);
	number = 0;
	for (size_t i = 0; i < size; i++)
		number |= (uint64_t)bytes[i] << 8 * i;
	return number;
}

void td_code_u8(struct td_codec *codec, uint8_t *number)
{
	*number = number_bytes(codec, *number, 1);
}

void td_code_u16(struct td_codec *codec, uint16_t *number)
{
	*number = number_bytes(codec, *number, 2);
}

void td_code_u32(struct td_codec *codec, uint32_t *number)
{
	*number = number_bytes(codec, *number, 4);
}

void td_code_u64(struct td_codec *codec, uint64_t *number)
{
	*number = number_bytes(codec, *number, 8);
}

void td_code_int(struct td_codec *codec, int *number)
{
	*number = (int)number_bytes(codec, (uint32_t)*number, 4);
}

/* Length + 1, so that 0 is no string at all. */
void td_code_string(struct td_codec *codec, char **text)
{
	uint32_t length = codec->writing && *text ? strlen(*text) + 1 : 0;

	td_code_count(codec, &length, 1, UINT32_MAX - 1);
	if (codec->writing) {
		if (length)
			td_code_bytes(codec, *text, length - 1);
		return;
	}
	*text = NULL;
	if (codec->bad || !length)
		return;
	*text = td_alloc(length);
	td_code_bytes(codec, *text, length - 1);
	codec->bad |= memchr(*text, 0, length - 1) != NULL;
}

void td_code_count(struct td_codec *codec, uint32_t *count, size_t least, uint32_t most)
{
	td_code_u32(codec, count);
	if (codec->writing)
		return;
	/* A string's count is one more than its bytes, hence the addition. */
	if (*count > most || *count > (codec->size - codec->at) / least + 1)
		codec->bad = true;
	if (codec->bad)
		*count = 0;
}

void *td_code_array(struct td_codec *codec, void *array, uint32_t *count, size_t item, size_t least, uint32_t most)
{
	td_code_count(codec, count, least, most);
	return codec->writing ? array : td_alloc(*count * item);
}
