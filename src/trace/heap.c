#include "heap.h"

#include <stdlib.h>
#include <string.h>

/* The first block that ends beyond ADDRESS. */
static size_t position(const struct td_heap *heap, uint64_t address)
{
	size_t low = 0, high = heap->count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (heap->items[middle].address + heap->items[middle].size <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void td_heap_add(struct td_heap *heap, const struct td_block *block)
{
	size_t first = position(heap, block->address), last = first;

	while (last < heap->count && heap->items[last].address < block->address + block->size)
		free(heap->items[last++].kind);
	if (last == first) {
		TD_PUSH(heap, *block); /* makes room; its place comes now */
		memmove(&heap->items[first + 1], &heap->items[first], (heap->count - 1 - first) * sizeof *heap->items);
	} else {
		memmove(&heap->items[first + 1], &heap->items[last], (heap->count - last) * sizeof *heap->items);
		heap->count -= last - first - 1;
	}
	heap->items[first] = *block;
}

struct td_block *td_heap_find(struct td_heap *heap, uint64_t address)
{
	size_t at = position(heap, address);

	if (at < heap->count && heap->items[at].address <= address)
		return &heap->items[at];
	if (at && address - heap->items[at - 1].address < heap->items[at - 1].size + 16)
		return &heap->items[at - 1];
	return NULL;
}

void td_heap_clear(struct td_heap *heap)
{
	for (size_t i = 0; i < heap->count; i++)
		free(heap->items[i].kind);
	free(heap->items);
	*heap = (struct td_heap){ 0 };
}
