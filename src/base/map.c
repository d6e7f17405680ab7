#include "map.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t key)
{
	key ^= key >> 32;
	key *= 0x9e3779b97f4a7c15ull;
	return key ^ key >> 29;
}

static size_t probe(const struct td_map *map, uint64_t key)
{
	size_t at = mix(key) & (map->room - 1);

	while (map->values[at] != TD_MAP_NONE && map->keys[at] != key)
		at = (at + 1) & (map->room - 1);
	return at;
}

/* Slots that were asked for and never set are dropped; the table grows only if enough are left. */
static void rehash(struct td_map *map)
{
	struct td_map old = *map;
	size_t set = 0;

	for (size_t i = 0; i < old.room; i++)
		set += old.values[i] != TD_MAP_NONE;
	map->room = !old.room ? 64 : 4 * set > old.room ? 2 * old.room : old.room;
	map->keys = td_alloc(map->room * sizeof *map->keys);
	map->values = td_alloc(map->room * sizeof *map->values);
	memset(map->values, 0xff, map->room * sizeof *map->values);
	map->count = 0;
	for (size_t i = 0; i < old.room; i++) {
		if (old.values[i] == TD_MAP_NONE)
			continue;
		size_t at = probe(map, old.keys[i]);

		map->keys[at] = old.keys[i];
		map->values[at] = old.values[i];
		map->count++;
	}
	free(old.keys);
	free(old.values);
}

/* A slot that is asked for and not set is counted all the same, until the next rehash. */
uint32_t *td_map_slot(struct td_map *map, uint64_t key)
{
	size_t at;

	if (2 * (map->count + 1) > map->room)
		rehash(map);
	at = probe(map, key);
	if (map->values[at] == TD_MAP_NONE) {
		map->keys[at] = key;
		map->count++;
	}
	return &map->values[at];
}

void td_map_clear(struct td_map *map)
{
	free(map->keys);
	free(map->values);
	*map = (struct td_map){ 0 };
}

uint32_t td_intern_add(struct td_intern *table, const char *text)
{
	uint64_t key = td_hash_bytes(text, strlen(text), 0);

	for (;; key++) {
		uint32_t *slot = td_map_slot(&table->map, key);

		if (*slot == TD_MAP_NONE) {
			*slot = table->strings.count;
			TD_PUSH(&table->strings, td_strdup(text));
			return *slot;
		}
		if (!strcmp(table->strings.items[*slot], text))
			return *slot;
	}
}

void td_intern_clear(struct td_intern *table)
{
	for (size_t i = 0; i < table->strings.count; i++)
		free(table->strings.items[i]);
	free(table->strings.items);
	td_map_clear(&table->map);
	*table = (struct td_intern){ 0 };
}
