#include "race_overlap.h"

#include "race_clock.h"
#include "rt/sys.h"

enum { WORD = 8, LARGEST = 16 };

static uint64_t word_of(uint64_t address)
{
	return address & ~(uint64_t)(WORD - 1);
}

static void note(struct td_sync *own, struct td_sync *word, uint32_t size)
{
	word->begins |= (uint8_t)(1u << own->address % WORD);
	if (size <= own->size)
		return;
	own->size = (uint8_t)size;
	if (own->address % WORD + size > WORD)
		td_sync(word->address + WORD)->is_reached = 1;
}

static void consider(struct td_overlap *self, struct td_sync *other)
{
	if (other != self->own && other->address < self->address + self->size && self->address < other->address + other->size)
		self->others[self->count++] = other;
}

static void look_at_word(struct td_overlap *self, uint64_t word)
{
	uint32_t begins = td_sync(word)->begins;
	for (uint32_t i = 0; i < WORD; i++)
		if (begins >> i & 1)
			consider(self, td_sync(word + i));
}

void td_overlap_find(struct td_overlap *self, uint64_t address, uint32_t size)
{
	struct td_sync *own = td_sync(address), *word = address % WORD ? td_sync(word_of(address)) : own;
	self->address = address;
	self->size = size < LARGEST ? size : LARGEST;
	self->count = 0;
	self->own = own;
	note(own, word, self->size);
	if (likely(word->begins == 1u << address % WORD && !word->is_reached && address % WORD + size <= WORD))
		return;
	for (uint64_t at = word->address - (word->is_reached ? WORD : 0); at < address + self->size; at += WORD)
		look_at_word(self, at);
}

int td_overlap_covers(const struct td_overlap *self, const struct td_sync *other)
{
	return other->address >= self->address && other->address + other->size <= self->address + self->size;
}
